/** What the page of each game shows while that game is closed. */
import { expect, pillCoins, test } from './fixtures.ts';
import { punch } from './lottery-steps.ts';

const games = [
  { path: '/games/aviator', button: 'Place Bet', call: 'aviator' },
  { path: '/games/minefield', button: 'Place Bet & Start', call: 'mineField' },
  { path: '/games/double-trouble', button: 'Place Bet', call: 'doubleTrouble' },
  { path: '/games/play-lottery', button: 'Place Bid', call: 'lottery' },
  { path: '/games/high-striker', button: 'Swing', call: 'highStriker' },
] as const;

test.describe('a closed game', { tag: '@phone' }, () => {
  test.use({ expectedErrors: [/409/] });

  for (const { path, button, call } of games) {
    test(`is reported on ${path}, with its form disabled`, async ({ page, signIn }) => {
      await signIn();
      let refused = 0;
      await page.route(`**/api/${call}/create`, (route) => {
        refused += 1;
        return route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          json: {
            type: 'about:blank',
            title: 'Game closed',
            status: 409,
            code: 'game_closed',
            detail: 'Closed.',
          },
        });
      });
      await page.goto(path);
      if (call === 'lottery') await punch(page, [1, 2, 3, 4, 5, 6]);
      const action = page.getByRole('button', { name: button });
      const notice = page
        .getByRole('alert')
        .filter({ hasText: 'This game is closed for now. It takes no bets.' });
      // A take-off may disable the button as it is pressed.
      await expect(async () => {
        if (refused === 0) await action.and(page.locator(':enabled')).click({ timeout: 120_000 });
        await expect(notice).toBeVisible({ timeout: 5_000 });
      }).toPass({ timeout: 200_000 });
      await expect(action).toBeDisabled();
      await expect(page.getByRole('slider').and(page.locator(':not([data-disabled])'))).toHaveCount(0);
      await notice.getByRole('button', { name: 'Retry' }).click();
      await expect(notice).toHaveCount(0);
      expect(refused).toBe(1);
      expect(await pillCoins(page), 'nothing was staked').toBe(1_000);
    });

    test(`is reported by ${path} before a stake, until it opens`, async ({ page, signIn }) => {
      await signIn();
      let closed: string[] = [call];
      await page.route('**/api/games/closed', (route) => route.fulfill({ json: { games: closed } }));
      await page.goto(path);
      const notice = page
        .getByRole('alert')
        .filter({ hasText: 'This game is closed for now. It takes no bets.' });
      await expect(notice).toBeVisible();
      await expect(page.getByRole('button', { name: button })).toBeDisabled();
      closed = [];
      // The page asks again every five seconds.
      await expect(notice).toHaveCount(0);
    });
  }
});
