/** A change of language writes every word and figure again, and leaves alone what a player has begun. */
import { expect, test } from './fixtures.ts';
import { checkInBoth, choose } from './language-steps.ts';

test.beforeEach(async ({ signIn }) => {
  await signIn();
});

test('other pages retain what was typed, and write dates again', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/profile');
  await expect(page.getByRole('definition').first()).toHaveText('1,000');
  await choose(page, 'es');
  await expect(page.getByRole('definition').first()).toHaveText('1.000');
  await choose(page, 'en');
  await expect(page.getByText(/^At the fair since [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
  await choose(page, 'es');
  await expect(page.getByText(/^En la feria desde el \d{1,2} [a-z]{3,5} \d{4}$/)).toBeVisible();
  await choose(page, 'en');

  await page.goto('/limits');
  const limit = page.getByRole('textbox');
  await limit.fill('2500');
  await page.getByRole('button', { name: 'Save the limit' }).click();
  await expect(page.getByText('You can stake at most 2,500 coins a day.')).toBeVisible();
  await limit.fill('3200');
  await checkInBoth(page, () => expect(limit).toHaveValue('3200'));
  await choose(page, 'es');
  await expect(page.getByText('Puedes apostar como máximo 2.500 monedas al día.')).toBeVisible();
});
