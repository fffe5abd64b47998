/** Auto-play of Minefield: a pattern of plots, played for some rounds in agreement with the ledger. */
import type { Page } from '@playwright/test';
import type { MinefieldGame } from '../contract.ts';
import { expectAccessibleByNightAndDay } from '../../../e2e/accessible.ts';
import {
  autoPlayDialog,
  awaitEnd,
  fillPlan,
  openAutoPlay,
  startAutoPlay,
} from '../../../e2e/auto-play-steps.ts';
import { expect, expectSoundBooks, pillCoins, test } from '../../../e2e/fixtures.ts';

const plot = (page: Page, row: number, column: number) =>
  autoPlayDialog(page).getByRole('button', { name: `Turn over row ${row}, column ${column}` });

test(
  'turns the pattern, cashes out after it, and ends after its rounds',
  { tag: ['@phone', '@nightly'] },
  async ({ page, signIn, site }) => {
    await signIn();
    await page.goto('/games/minefield');
    await expect(page.getByRole('button', { name: 'Place Bet & Start' })).toBeEnabled();
    await openAutoPlay(page);
    await expect(page.locator('[data-part="auto-line"]')).toContainText(
      'Choose the plots to turn over first.',
    );
    await plot(page, 1, 1).click();
    await plot(page, 3, 2).click();
    await plot(page, 5, 5).click();
    await plot(page, 5, 5).click();
    await fillPlan(page, { rounds: 3, stopLoss: 900 });
    await expect(page.locator('[data-part="auto-line"]')).toContainText(
      'Easy: each game turns over 2 plots and cashes out at 1.20x. Up to 3 rounds, starting with 100 coins.',
    );
    await expectAccessibleByNightAndDay(page, 'the pattern');
    await startAutoPlay(page);
    expect(await awaitEnd(page, 60_000)).toContain('all rounds are played.');
    const games = (await (await page.request.get('/api/mineField/all?limit=10')).json()) as MinefieldGame[];
    expect(games).toHaveLength(3);
    for (const { gameState, gemsFound, coinsWon } of games) {
      expect(gameState).toMatch(/^(Lost|CashedOut)$/);
      expect(coinsWon).toBe(gameState === 'CashedOut' ? 120 : 0);
      if (gameState === 'CashedOut') expect(gemsFound).toBe(2);
    }
    const won = games.reduce((sum, { coinsWon }) => sum + coinsWon, 0);
    await expect.poll(() => pillCoins(page)).toBe(1_000 - 300 + won);
    await expectSoundBooks(site);
  },
);
