/** How tests bet on the page of an instant game. */
import type { Page } from '@playwright/test';
import { expect, mainButton, pillCoins } from './fixtures.ts';

export const stageOf = (page: Page) => page.locator('[data-part="stage"]');

export interface PlacedBet {
  outcome: 'won' | 'lost';
  amount: number;
  coinsWon: number;
}

/** Presses the main button, and returns the bet once its result is shown. */
export const betOnce = async <Bet extends PlacedBet>(
  page: Page,
  id: string,
  button: string,
): Promise<Bet> => {
  const answer = page.waitForResponse(`**/api/${id}/create`);
  await mainButton(page, button).click();
  const { game: bet } = (await (await answer).json()) as { game: Bet };
  await expect(stageOf(page)).toHaveAttribute('data-phase', bet.outcome);
  return bet;
};

/** Bets until it has won and lost, and compares the balance and what a screen reader hears after each bet. */
export const betUntilBoth = async <Bet extends PlacedBet>(
  page: Page,
  id: string,
  button: string,
  check: (bet: Bet) => Promise<void>,
): Promise<void> => {
  let coins = await pillCoins(page);
  const seen = new Set<string>();
  for (let bets = 1; seen.size < 2; bets += 1) {
    expect(bets, 'both outcomes come in thirty bets').toBeLessThan(30);
    const bet = await betOnce<Bet>(page, id, button);
    seen.add(bet.outcome);
    coins += bet.coinsWon - bet.amount;
    await expect.poll(() => pillCoins(page)).toBe(coins);
    const heard = bet.outcome === 'won' ? `You won ${bet.coinsWon} coins.` : `You lost ${bet.amount} coins.`;
    await expect(page.getByRole('status').filter({ hasText: heard })).toHaveCount(1);
    await check(bet);
  }
};
