/** Games in which no stake can be placed: too few coins, or a closed game. */
import type { Page } from '@playwright/test';
import { expect, pillCoins, test } from './fixtures.ts';
import { punch } from './lottery-steps.ts';

const games = [
  { path: '/games/aviator', button: 'Place Bet', call: 'aviator', min: 10 },
  { path: '/games/minefield', button: 'Place Bet & Start', call: 'mineField', min: 100 },
  { path: '/games/double-trouble', button: 'Place Bet', call: 'doubleTrouble', min: 10 },
  { path: '/games/play-lottery', button: 'Place Bid', call: 'lottery', min: 10 },
  { path: '/games/high-striker', button: 'Swing', call: 'highStriker', min: 100 },
] as const;

/** The page's player has this many coins, whatever the server has. */
const withCoins = async (page: Page, coins: number): Promise<void> => {
  await page.route('**/api/user/me', async (route) => {
    const response = await route.fetch();
    const user = (await response.json()) as object;
    await route.fulfill({ response, json: { ...user, coins, winningAmount: 0 } });
  });
};

test.describe('a player without coins', { tag: '@phone' }, () => {
  for (const { path, button, min } of games) {
    test(`is shown the ways to coins on ${path}`, async ({ page, signIn }) => {
      await signIn();
      const coins = min === 10 ? 0 : 40;
      await withCoins(page, coins);
      await page.goto(path);
      const have = coins === 0 ? 'You have no coins' : `You have ${coins} coins`;
      await expect(page.getByText(`${have}, and a stake here takes ${min}.`)).toBeVisible();
      await expect(page.getByRole('button', { name: button })).toBeDisabled();
      await expect(page.getByText('greater than 0')).toHaveCount(0);
      const ways = page.getByRole('list', { name: 'Where coins come from' });
      await expect(ways.getByRole('link', { name: 'Next lottery' })).toHaveAttribute(
        'href',
        '/games/play-lottery',
      );
      await ways.getByRole('button', { name: 'Watch a poster' }).click();
      await expect(page.getByRole('dialog', { name: 'Watch a poster' })).toBeVisible();
      await page.keyboard.press('Escape');
      await ways.getByRole('button', { name: 'Daily Wheel' }).click();
      await expect(page.getByRole('dialog', { name: 'Daily Wheel' })).toBeVisible();
    });
  }
});

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
      await action.and(page.locator(':enabled')).click({ timeout: 120_000 });
      const notice = page
        .getByRole('alert')
        .filter({ hasText: 'This game is closed for now. It takes no bets.' });
      await expect(notice).toBeVisible();
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
