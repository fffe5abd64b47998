/** Auto-play of Aviator: one bet a round with the automatic cash-out that is set, in agreement with the ledger. */
import type { AviatorBet } from '../contract.ts';
import { longestFlightMs } from './page-steps.ts';
import {
  autoPlayDialog,
  awaitEnd,
  fillPlan,
  openAutoPlay,
  startAutoPlay,
} from '../../../e2e/auto-play-steps.ts';
import { expect, expectSoundBooks, pillCoins, test } from '../../../e2e/fixtures.ts';

test.use({ expectedErrors: [/409 .*\/api\/aviator\/create/] });

test(
  'bets in each round until its rounds are played',
  { tag: '@desktop' },
  async ({ page, signIn, site }) => {
    await signIn();
    await page.goto('/games/aviator');
    await openAutoPlay(page);
    await expect(page.locator('[data-part="auto-line"]')).toContainText('fill in the auto cash-out');
    await autoPlayDialog(page)
      .getByRole('textbox', { name: /^Auto cash-out/ })
      .fill('1.05');
    await fillPlan(page, { rounds: 2, stopLoss: 100 });
    await expect(page.locator('[data-part="auto-line"]')).toContainText(
      'Places one bet each round and cashes out at 1.05x. Up to 2 rounds, starting with 10 coins.',
    );
    await startAutoPlay(page);
    expect(await awaitEnd(page, 4 * longestFlightMs)).toContain('all rounds are played.');
    const bets = (await (await page.request.get('/api/aviator/userHistory')).json()) as AviatorBet[];
    const played = bets.filter(({ outcome }) => outcome !== 'void');
    expect(played.map(({ autoCashOut, slot }) => [autoCashOut, slot])).toEqual([
      [1.05, 1],
      [1.05, 1],
    ]);
    expect(new Set(played.map(({ roundId }) => roundId)).size).toBe(2);
    const net = played.reduce((sum, { amount, amountWon }) => sum + amountWon - amount, 0);
    await expect.poll(() => pillCoins(page)).toBe(1_000 + net);
    await expectSoundBooks(site);
  },
);
