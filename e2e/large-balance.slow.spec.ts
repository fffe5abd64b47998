/** A balance of twelve figures and more fits into the header of the narrowest phones. */
import { anyInstantGame as game } from '../games/test/sweeps.ts';
import { expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test(
  'no page of a player scrolls sideways for a large balance',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    for (const coins of [10_000_000_000, 1_000_000_000_000]) {
      await page.route('**/api/user/me', async (route) => {
        const response = await route.fetch();
        const user = (await response.json()) as { coins: number; totalWon: number };
        await route.fulfill({ response, json: { ...user, coins, totalWon: coins, winningAmount: coins } });
      });
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 740 });
        for (const path of ['/games', '/profile', '/leaderboard', '/limits', game.path]) {
          await page.goto(path);
          await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
          await expectNoSidewaysScroll(page);
        }
      }
      await page.unrouteAll({ behavior: 'wait' });
    }
  },
);
