/** The figures of the settings are in the page, and none arrives late. */
import { expect, test } from '../../../e2e/fixtures.ts';

test('the odds are in the page before anything is fetched', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn();
  await page.route('**/api/games/config', () => undefined);
  await page.goto('/games/double-trouble');
  const kinds = page.getByRole('group', { name: 'What the bet is on' });
  for (const odds of ['2.1x', '14 in 30', '29.4x']) await expect(kinds).toContainText(odds);
  await expect(kinds.locator('.invisible')).toHaveCount(0);
});
