/** Auto-play in a browser: the stop-loss to the coin, what ends it, the keyboard, and its states by axe. */
import type { Page } from '@playwright/test';
import type { Strike } from '../contract.ts';
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from '../../../e2e/accessible.ts';
import {
  autoPlayDialog,
  autoPlayStatus,
  awaitEnd,
  fillPlan,
  openAutoPlay,
  startAutoPlay,
  stopButton,
} from '../../../e2e/auto-play-steps.ts';
import { expect, expectSoundBooks, pillCoins, test } from '../../../e2e/fixtures.ts';
import { tabTo } from '../../../e2e/keyboard-steps.ts';

const swing = (page: Page) => page.getByRole('button', { name: 'Swing' });
const targetField = (page: Page) => page.getByRole('textbox', { name: 'Target' });
const endMs = 60_000;

const readStrikes = async (page: Page): Promise<Strike[]> =>
  (await (await page.request.get('/api/highStriker/userHistory')).json()) as Strike[];

const netOf = (strikes: readonly Strike[]): number =>
  strikes.reduce((sum, { amount, coinsWon }) => sum + coinsWon - amount, 0);

test.beforeEach(async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games/high-striker');
  await expect(swing(page)).toBeEnabled();
});

test(
  'ends at its stop-loss to the coin, and says before what it will do',
  { tag: '@phone' },
  async ({ page, site }) => {
    await targetField(page).fill('1000');
    let end = '';
    let before: Strike[] = [];
    // One strike in a thousand reaches the bell: then it is played again.
    for (let runs = 0; runs < 3 && !end.includes('stop-loss'); runs++) {
      before = await readStrikes(page);
      await openAutoPlay(page);
      const start = autoPlayDialog(page).getByRole('button', { name: 'Start auto-play' });
      if (runs === 0) await expect(start).toBeDisabled();
      await fillPlan(page, { rounds: 20, stopLoss: 700, afterLoss: 'Twice the stake' });
      await expect(page.locator('[data-part="auto-line"]')).toHaveText(
        'Each round strikes once for 1,000.00x and shows the result without the flight. ' +
          'Up to 20 rounds, starting with 100 coins. After a win: the same stake. After a loss: twice the stake. ' +
          'It stops before a stake could bring the loss above 700 coins.' +
          'No betting strategy changes the average return. 98 of 100 coins come back on average, at every target.',
      );
      if (runs === 0) await expectAccessibleByNightAndDay(page, 'the form of auto-play');
      await startAutoPlay(page);
      await expect(swing(page)).toBeDisabled();
      end = await awaitEnd(page, endMs);
      expect(end, 'by the plan').toMatch(/stop-loss|all rounds are played/);
    }
    const strikes = (await readStrikes(page)).slice(0, -before.length || undefined);
    expect(strikes.map(({ amount }) => amount).toReversed()).toEqual([100, 200, 400]);
    expect(netOf(strikes)).toBe(-700);
    expect(end).toContain('another stake could exceed the stop-loss.');
    expect(end).toContain('3 rounds, net −700 coins.');
    await expect.poll(() => pillCoins(page)).toBe(1_000 + netOf(await readStrikes(page)));
    await expect(autoPlayStatus(page).getByRole('status')).toContainText('Auto-play stopped');
    await expectNoSidewaysScroll(page);
    await expectAccessibleByNightAndDay(page, 'auto-play that ended');
    await expectSoundBooks(site);
  },
);

test(
  'is set and started with the keyboard only, and Escape stops it',
  { tag: ['@desktop', '@nightly'] },
  async ({ page }) => {
    await tabTo(page, page.getByRole('button', { name: 'Auto-play' }));
    await page.keyboard.press('Enter');
    await tabTo(page, autoPlayDialog(page).getByLabel('Stop-loss'));
    await page.keyboard.type('900');
    await page.keyboard.press('Enter');
    await expect(stopButton(page)).toBeVisible();
    await expect.poll(async () => (await readStrikes(page)).length).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    const end = await awaitEnd(page, endMs);
    expect(end).toContain('you stopped it.');
    const { length } = await readStrikes(page);
    expect(end).toContain(length === 1 ? 'One round' : `${length} rounds`);
    await expect(swing(page)).toBeEnabled();
    await autoPlayStatus(page).getByRole('button', { name: 'Close' }).click();
    await expect(autoPlayStatus(page)).toHaveCount(0);
  },
);

test.describe('refused', () => {
  test.use({ expectedErrors: [/403 .*\/api\/highStriker\/create/] });

  test('ends by a daily limit', { tag: ['@phone', '@nightly'] }, async ({ page }) => {
    const limited = await page.request.post('/api/user/limits', {
      data: { dailyStake: 200 },
      headers: { origin: new URL(page.url()).origin },
    });
    expect(limited.status()).toBe(200);
    await openAutoPlay(page);
    await fillPlan(page, { stopLoss: 1_000 });
    await startAutoPlay(page);
    const end = await awaitEnd(page, endMs);
    expect(end).toContain('2 rounds');
    expect(end).toMatch(/limit/i);
    expect(await readStrikes(page)).toHaveLength(2);
  });
});

test.describe('without the site', () => {
  test.use({ expectedErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|WebSocket/] });

  test(
    'ends by a lost connection, and stays ended when it is back',
    { tag: ['@phone', '@nightly'] },
    async ({ page }) => {
      await openAutoPlay(page);
      await fillPlan(page, { stopLoss: 1_000 });
      await startAutoPlay(page);
      await expect.poll(async () => (await readStrikes(page)).length).toBeGreaterThan(0);
      await page.route('**/api/highStriker/create', (route) => route.abort());
      expect(await awaitEnd(page, endMs)).toContain('the connection was lost.');
      const { length } = await readStrikes(page);
      await page.unroute('**/api/highStriker/create');
      await expect(swing(page)).toBeEnabled();
      expect(await readStrikes(page)).toHaveLength(length);
    },
  );
});
