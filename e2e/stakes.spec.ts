/** What games show a player who has too few coins for a stake. */
import type { Page } from '@playwright/test';
import { gamePages, gameSweeps } from '../games/test/sweeps.ts';
import { expect, mainButton, pillCoins, test } from './fixtures.ts';

/** The page's player has this many coins, whatever the server has. */
const withCoins = async (page: Page, coins: number): Promise<void> => {
  await page.route('**/api/user/me', async (route) => {
    const response = await route.fetch();
    const user = (await response.json()) as object;
    await route.fulfill({ response, json: { ...user, coins, winningAmount: 0 } });
  });
};

test.describe('a player without coins', { tag: '@phone' }, () => {
  for (const [index, { path, button, minStakeCoins: min }] of gamePages.entries()) {
    const tag = index === 0 ? [] : ['@nightly'];
    test(`is shown the ways to coins on ${path}`, { tag }, async ({ page, signIn }) => {
      await signIn();
      const coins = min === 10 ? 0 : 40;
      await withCoins(page, coins);
      await page.goto(path);
      const have = coins === 0 ? 'You have no coins' : `You have ${coins} coins`;
      await expect(page.getByText(`${have}, and the lowest stake here is ${min}.`)).toBeVisible();
      await expect(mainButton(page, button.en)).toBeDisabled();
      await expect(page.getByText('greater than 0')).toHaveCount(0);
      const ways = page.getByRole('list', { name: 'Where coins come from' });
      await ways.getByRole('button', { name: 'Watch an ad' }).click();
      await expect(page.getByRole('dialog', { name: 'Watch an ad' })).toBeVisible();
      await page.keyboard.press('Escape');
      for (const { path: to, page: own, coinWay } of gameSweeps) {
        if (coinWay === undefined) continue;
        if (own === null) {
          await ways.getByRole('button', { name: coinWay }).click();
          await expect(page.getByRole('dialog', { name: coinWay })).toBeVisible();
          await page.keyboard.press('Escape');
        } else {
          await expect(ways.getByRole('link', { name: coinWay })).toHaveAttribute('href', to);
        }
      }
    });
  }
});

test(
  'a stake is typed, halved, doubled and set to the highest',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    const { path, button } = gamePages.find(
      ({ needsNoLive, minStakeCoins }) => needsNoLive && minStakeCoins === 100,
    )!;
    await page.goto(path);
    await expect(mainButton(page, button.en)).toBeEnabled();
    const field = page.locator('main input[inputmode=numeric]');
    await field.fill('777');
    // Enter applies the number, and places no bet.
    await field.press('Enter');
    await expect(field).toHaveValue('700');
    await page.getByRole('button', { name: 'Half' }).click();
    await expect(field).toHaveValue('300');
    await page.getByRole('button', { name: 'Double' }).click();
    await expect(field).toHaveValue('600');
    await page.getByRole('button', { name: 'Max' }).click();
    await expect(field).toHaveValue('1,000');
    expect(await pillCoins(page)).toBe(1_000);
  },
);
