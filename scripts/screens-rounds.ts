/** The pages of rounds for `npm run screens`, by the links of the histories. */
import type { Page } from '@playwright/test';
import { lotteryPath } from '../e2e/lottery-steps.ts';
import { longestFlightMs } from '../e2e/aviator-steps.ts';

type Take = (name: string, fullPage?: boolean) => Promise<unknown>;

const pages = [
  ['aviator', '/games/aviator'],
  ['double-trouble', '/games/double-trouble'],
  ['lottery', lotteryPath],
  ['minefield', '/games/minefield'],
  ['high-striker', '/games/high-striker'],
] as const;

/** To be called by a player who has played each game. */
export const takeRounds = async (page: Page, take: Take): Promise<void> => {
  for (const [name, path] of pages) {
    await page.goto(path);
    const link = page.locator('main a[href^="/rounds/"]').first();
    await link.waitFor({ state: 'attached', timeout: longestFlightMs });
    await page.goto((await link.getAttribute('href')) ?? '');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The proof is checked once the scene is there; a game whose seed is in use has none yet.
    await page.waitForLoadState('networkidle');
    await take(`round-${name}`);
  }
};
