/** Stakes as they are typed, and what games show a player who has too few coins for one. */
import type { Page, Request } from '@playwright/test';
import { anyInstantGame, betCalls, gamePages, gameSweeps } from '../games/test/sweeps.ts';
import { autoPlayDialog, fillPlan, openAutoPlay } from './auto-play-steps.ts';
import { expect, mainButton, pillCoins, test, toastOf } from './fixtures.ts';

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

/** The field of the stake, wherever a game has it. */
const stakeField = (page: Page) => page.locator('main input[inputmode=numeric]');

/** Counts the calls by which a game takes a stake. */
const countStakes = (page: Page): (() => number) => {
  let stakes = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/\w+\/(create|advance)/.test(request.url())) stakes += 1;
  });
  return () => stakes;
};

/** Its page answers a bid of 0 or less with a toast (docs/product.md 9.2). */
const saysInvalidBid = (gameId: string): boolean =>
  gameSweeps.some(
    ({ id, errorTexts }) => id === gameId && errorTexts?.some(({ text }) => text === 'Invalid Bid'),
  );

test.describe('a typed stake', { tag: '@phone' }, () => {
  for (const { id, path, button, choose, minStakeCoins: min } of gamePages) {
    test(`stands as it was typed, and is staked as it is or not at all, on ${path}`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      const stakes = countStakes(page);
      await page.goto(path);
      await choose?.(page);
      const field = stakeField(page);
      const main = mainButton(page, button.en);
      const rule = page.getByText(`${min} to 1,000 in steps of ${min}`);
      await expect(main).toBeEnabled();
      const between = String(min + min / 2);
      for (const wrong of ['7', between, '99999999', '1e3', '1.000', '1,00', '', '0', '-100']) {
        await field.fill(wrong);
        await field.press('Enter');
        await field.blur();
        await expect(field, wrong).toHaveValue(wrong);
        await expect(field, wrong).toHaveAttribute('aria-invalid', 'true');
        await expect(field, wrong).toHaveAccessibleDescription(await rule.innerText());
        if (saysInvalidBid(id) && Number(wrong) <= 0 && wrong !== '') {
          await main.click();
          await expect(toastOf(page, 'Invalid Bid')).toContainText('Please place a bid greater than 0.');
        } else await expect(main, wrong).toBeDisabled();
      }
      await field.fill('1,000');
      await expect(main).toBeEnabled();
      await expect(rule).toHaveCount(0);
      await field.fill(String(2 * min));
      await field.press('Enter');
      await expect(field).not.toHaveAttribute('aria-invalid');
      expect(stakes()).toBe(0);
      // Betting may close at this moment: such a press sends nothing.
      let sent: Request | undefined;
      await expect(async () => {
        const isCall = (request: Request) => request.method() === 'POST';
        [sent] = await Promise.all([page.waitForRequest(isCall, { timeout: 10_000 }), main.click()]);
      }).toPass();
      const body = sent?.postDataJSON() as Record<string, unknown>;
      expect(body['amount'] ?? body['bid'] ?? body['bidAmount']).toBe(2 * min);
    });
  }

  test.describe('in Spanish', () => {
    test.use({ locale: 'es-ES' });

    test('is read as Spanish writes numbers', async ({ page, signIn }) => {
      await signIn();
      const { path, button } = gamePages.find(({ minStakeCoins }) => minStakeCoins === 100)!;
      await page.goto(path);
      const main = mainButton(page, button.es);
      const field = stakeField(page);
      await expect(main).toBeEnabled();
      for (const wrong of ['1,000', '100,5', '1.00']) {
        await field.fill(wrong);
        await expect(main).toBeDisabled();
        await expect(page.getByText('De 100 a 1.000 en pasos de 100')).toBeVisible();
      }
      await field.fill('1.000');
      await expect(main).toBeEnabled();
    });
  });

  test('that the balance does not reach any more stands, and cannot be placed', async ({
    page,
    context,
    signIn,
    site,
  }) => {
    await signIn();
    const { path, button } = gamePages.find(({ minStakeCoins }) => minStakeCoins === 100)!;
    await page.goto(path);
    await stakeField(page).fill('1000');
    await expect(mainButton(page, button.en)).toBeEnabled();
    const other = gamePages.find(({ minStakeCoins }) => minStakeCoins === 10)!;
    const { path: call, body } = betCalls.find(({ id }) => id === other.id)!;
    const headers = { origin: site.url };
    expect((await context.request.post(`/api${call}`, { data: body, headers })).status()).toBe(201);
    await expect(stakeField(page)).toHaveValue('1000');
    await expect(mainButton(page, button.en)).toBeDisabled();
    await expect(page.getByText('100 to 900 in steps of 100')).toBeVisible();
  });

  test('must be right before auto-play begins with it', async ({ page, signIn }) => {
    await signIn();
    const { path } = gamePages.find(({ id }) => id === anyInstantGame.id)!;
    await page.goto(path);
    await stakeField(page).fill('150');
    await openAutoPlay(page);
    await fillPlan(page, { stopLoss: 500 });
    const dialog = autoPlayDialog(page);
    await expect(dialog.getByRole('button', { name: 'Start auto-play' })).toBeDisabled();
    await expect(dialog).toContainText('Enter a stake of 100 to 1,000 in steps of 100 first.');
    await page.keyboard.press('Escape');
    await stakeField(page).fill('200');
    await openAutoPlay(page);
    for (const wrong of ['1e3', '1.5', '1,00', '99999999999999999999']) {
      await dialog.getByLabel('Stop-loss').fill(wrong);
      await expect(dialog.getByLabel('Stop-loss')).toHaveValue(wrong);
      await expect(dialog.getByLabel('Stop-loss')).toHaveAttribute('aria-invalid', 'true');
      await expect(dialog.getByRole('button', { name: 'Start auto-play' })).toBeDisabled();
    }
    await dialog.getByLabel('Stop-loss').fill('1,000');
    await expect(dialog).toContainText('starting with 200 coins');
    await expect(dialog.getByRole('button', { name: 'Start auto-play' })).toBeEnabled();
  });
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
    await expect(page.getByRole('button', { name: 'Half' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Double' })).toBeDisabled();
    await field.fill('700');
    // Enter places no bet.
    await field.press('Enter');
    await expect(field).toHaveValue('700');
    await page.getByRole('button', { name: 'Half' }).click();
    await expect(field).toHaveValue('300');
    await page.getByRole('button', { name: 'Double' }).click();
    await expect(field).toHaveValue('600');
    // Twice as much is more than the balance, and less is not what the button says.
    await expect(page.getByRole('button', { name: 'Double' })).toBeDisabled();
    await page.getByRole('button', { name: 'Max' }).click();
    await expect(field).toHaveValue('1,000');
    expect(await pillCoins(page)).toBe(1_000);
  },
);
