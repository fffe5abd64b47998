/** The bet that Aviator offers in the strategy lab. */
import { startApplication } from '../../../apps/web/build/page-weight.ts';
import { expect, test } from '../../../e2e/fixtures.ts';

test('the lab cashes out at 2x with one press', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/lab');
  await startApplication(page);
  await page.getByRole('button', { name: 'Cash out at 2x' }).click();
  await expect(page).toHaveURL(/\?game=aviator&at=2\.00&rule=flat&/);
  await expect(page.getByRole('region', { name: 'Results' }).getByText(/^100,000 sessions, /)).toBeVisible();
});
