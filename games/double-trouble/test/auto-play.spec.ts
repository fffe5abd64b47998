/** Auto-play of Double Trouble: one bet a draw, in agreement with the ledger. */
import type { DoubleTroubleBet } from '../contract.ts';
import { awaitEnd, fillPlan, openAutoPlay, startAutoPlay } from '../../../e2e/auto-play-steps.ts';
import { expect, expectSoundBooks, pillCoins, test } from '../../../e2e/fixtures.ts';

test.use({ isRecorded: true, expectedErrors: [/409 .*\/api\/doubleTrouble\/create/] });

test(
  'bets on each draw until its rounds are played',
  { tag: ['@phone', '@nightly'] },
  async ({ page, signIn, site }) => {
    await signIn();
    await page.goto('/games/double-trouble');
    await page.getByRole('radio', { name: 'Over' }).check();
    await openAutoPlay(page);
    await fillPlan(page, { rounds: 2, stopLoss: 50 });
    await expect(page.locator('[data-part="auto-line"]')).toContainText(
      'Places one bet on Over each draw. Up to 2 rounds, starting with 10 coins.',
    );
    await startAutoPlay(page);
    expect(await awaitEnd(page, 150_000)).toContain('all rounds are played.');
    const bets = (await (
      await page.request.get('/api/doubleTrouble/userHistory')
    ).json()) as DoubleTroubleBet[];
    expect(bets.map(({ drawType, amount }) => [drawType, amount])).toEqual([
      ['Over', 10],
      ['Over', 10],
    ]);
    expect(new Set(bets.map(({ drawId }) => drawId)).size).toBe(2);
    const net = bets.reduce((sum, { amount, amountWon }) => sum + amountWon - amount, 0);
    await expect.poll(() => pillCoins(page)).toBe(1_000 + net);
    await expectSoundBooks(site);
  },
);
