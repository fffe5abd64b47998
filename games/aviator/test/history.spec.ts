/** The player's own bets on the page, once they are many. */
import type { AviatorBet } from '../contract.ts';
import { expectNoSidewaysScroll } from '../../../e2e/accessible.ts';
import { expect, test } from '../../../e2e/fixtures.ts';

test(
  'bets that are wider than the window scroll by themselves, and the page does not',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    const bets = Array.from({ length: 20 }, (_, at): AviatorBet => ({
      id: `${at}`,
      roundId: `${at}`,
      slot: 1,
      amount: 1_000,
      amountWon: 1_350,
      outcome: 'win',
      crashMultiplier: 2,
      cashOutMultiplier: 1.35,
      autoCashOut: null,
      parachute: false,
      endedBy: 'press',
      createdAt: '2026-11-20T10:00:00.000Z',
    }));
    await page.route('**/api/aviator/userHistory', (route) => route.fulfill({ json: bets }));
    await page.goto('/games/aviator');
    const list = page.getByRole('region', { name: 'Your Bids' }).getByRole('list');
    await expect(list.getByRole('listitem')).toHaveCount(bets.length);
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
    await expectNoSidewaysScroll(page);
  },
);
