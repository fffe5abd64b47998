import { expect, test } from '../../../e2e/fixtures.ts';
import { checkInBoth, choose } from '../../../e2e/language-steps.ts';
import { lotteryPath, punch, stamp } from './page-steps.ts';

test('the lottery retains a half-punched ticket', { tag: '@desktop' }, async ({ page, signIn }) => {
  await signIn();
  await page.goto(lotteryPath);
  await expect(page.getByRole('cell', { name: '1 in 13,983,816' })).toBeVisible();
  await punch(page, [4, 11, 19]);
  await page
    .getByRole('button', { name: '50', exact: true })
    .and(page.locator('[aria-pressed]'))
    .last()
    .click();
  await checkInBoth(page, async () => {
    await expect(page.locator('[data-number][aria-pressed=true]')).toHaveCount(3);
    await expect(page.locator('input[inputmode=numeric]')).toHaveValue('50');
  });
  await expect(stamp(page, 11)).toHaveAttribute('aria-pressed', 'true');
  await choose(page, 'es');
  await expect(page.getByRole('cell', { name: '1 entre 13.983.816' })).toBeVisible();
  await expect(page.getByText(/^Sorteo (a las|el) /)).toBeVisible();
});
