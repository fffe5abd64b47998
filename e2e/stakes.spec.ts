/** What games show a player who has too few coins for a stake. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const games = [
  { path: '/games/aviator', button: 'Place Bet', min: 10 },
  { path: '/games/minefield', button: 'Place Bet & Start', min: 100 },
  { path: '/games/double-trouble', button: 'Place Bet', min: 10 },
  { path: '/games/play-lottery', button: 'Place Bid', min: 10 },
  { path: '/games/high-striker', button: 'Swing', min: 100 },
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
    const tag = path === '/games/minefield' ? [] : ['@slow'];
    test(`is shown the ways to coins on ${path}`, { tag }, async ({ page, signIn }) => {
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
