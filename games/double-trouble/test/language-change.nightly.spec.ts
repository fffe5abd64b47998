import { expect, test } from '../../../e2e/fixtures.ts';
import { checkInBoth } from '../../../e2e/language-steps.ts';

test('Double Trouble retains the number and the stake', { tag: '@desktop' }, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games/double-trouble');
  const number = page.getByRole('radio', { name: '7', exact: true });
  await number.check();
  const field = page.getByRole('textbox');
  await page.getByRole('button', { name: '100', exact: true }).click();
  await expect(field).toHaveValue('100');
  await field.fill('120');
  await field.press('Enter');
  await checkInBoth(page, async () => {
    await expect(number).toBeChecked();
    await expect(field).toHaveValue('120');
  });
});
