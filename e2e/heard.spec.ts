/** What Orca needs of a page to say an outcome once and in time (docs/accessibility.md). */
import { anyInstantGame } from '../games/test/sweeps.ts';
import { expect, test } from './fixtures.ts';

test.use({ expectedErrors: [/40[01] .*\/api\/auth\/login/] });

test('an alert comes with its text, and is not filled later', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Username or email').fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill('a wrong password');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/./);
});

test('a button that is pressed keeps the focus, and is not disabled while it waits', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto(anyInstantGame.path);
  const button = page.getByRole('button', { name: anyInstantGame.button });
  await expect(button).toBeEnabled();
  await button.focus();
  await button.evaluate((element) => {
    const note = (): void =>
      void (element.dataset['seen'] += element.matches(':disabled') ? 'disabled ' : 'on ');
    element.dataset['seen'] = '';
    new MutationObserver(note).observe(element, { attributeFilter: ['disabled', 'aria-disabled'] });
  });
  await page.keyboard.press('Space');
  await expect(button).toHaveAttribute('data-seen', /on on/);
  await expect(button).not.toHaveAttribute('data-seen', /disabled/);
  await expect(button).toBeFocused();
});
