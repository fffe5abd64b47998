/** Double Trouble without an account: the next draw and the last ones, and the way into the game. */
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from '../../../e2e/accessible.ts';
import { expect, test } from '../../../e2e/fixtures.ts';

test('a visitor sees a draw, plays as a guest from there, and lands in the game', async ({ page }) => {
  await page.goto('/watch/double-trouble');
  await expect(page.getByText(/^Next draw \d+ s$/)).toBeVisible();
  // The history comes by messages of the site alone.
  await expect(page.getByRole('list', { name: 'Last draws' }).getByRole('link').first()).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText('By playing as a guest you confirm that you are 18 or over.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Play as a guest' }).click();
  await expect(page).toHaveURL('/games/double-trouble');
  await expect(page.getByRole('button', { name: /^Place Bet/ })).toBeVisible();
});

test(
  'the watched draw is accessible by night and by day',
  { tag: ['@desktop', '@nightly'] },
  async ({ page }) => {
    await page.goto('/watch/double-trouble');
    await expect(page.getByText(/^Next draw \d+ s$/)).toBeVisible();
    await expectAccessibleByNightAndDay(page, 'watched');
  },
);
