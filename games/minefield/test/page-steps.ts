/** Steps of tests on the Minefield page. They do not know where the mines are either. */
import { expect, type Page } from '@playwright/test';

export const startButton = (page: Page) => page.getByRole('button', { name: 'Place Bet & Start' });
export const cashOutButton = (page: Page) => page.getByRole('button', { name: /^Cash Out at/ });
export const playAgainButton = (page: Page) => page.getByRole('button', { name: 'Play Again' });
export const level = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Difficulty' }).getByRole('button', { name });
export const meadow = (page: Page) => page.getByRole('grid', { name: 'Meadow' });
export const plot = (page: Page, tileId: number) => meadow(page).locator(`[data-tile="${tileId}"]`);
export const stat = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');
/** What a screen reader is given of the game. */
export const spoken = (page: Page) => page.getByRole('main').locator('p.sr-only[role="status"]');
export const history = (page: Page) => page.getByRole('list', { name: 'Your Games' }).getByRole('listitem');

/** Until the page knows whether a game is in play: before, its button is disabled and its key does nothing. */
export const openMeadow = async (page: Page): Promise<void> => {
  await page.goto('/games/minefield');
  const enabledStart = startButton(page).and(page.locator(':enabled'));
  await expect(enabledStart.or(cashOutButton(page))).toBeVisible();
};

/** Starts a game with the settings of the panel. */
export const begin = async (page: Page): Promise<void> => {
  await startButton(page).click();
  await expect(cashOutButton(page)).toBeVisible();
};

/** Reveals a plot, and returns what was under it. */
const turn = async (page: Page, tileId: number): Promise<'gem' | 'hit'> => {
  await plot(page, tileId).click();
  await expect(plot(page, tileId)).toHaveAttribute('data-face', /^(gem|hit)$/);
  return (await plot(page, tileId).getAttribute('data-face')) === 'gem' ? 'gem' : 'hit';
};

/** Plays games until one has that many gems, and leaves it in play. */
export const playUntilGems = async (page: Page, gems: number): Promise<void> => {
  for (let games = 0; games < 30; games++) {
    await begin(page);
    let found = 0;
    while (found < gems && (await turn(page, found)) === 'gem') found += 1;
    if (found === gems) return;
    await playAgainButton(page).click();
  }
  throw new Error('thirty games in a row hit a mine immediately');
};

/**
 * Turns plots from the last one on until a mine is hit. Once in two thousand games every gem is found first:
 * then another game is begun.
 */
export const turnUntilMine = async (page: Page, plots: number): Promise<void> => {
  for (let tileId = plots - 1; tileId >= 0; tileId--) {
    if ((await turn(page, tileId)) === 'hit') return;
    if (!(await playAgainButton(page).isVisible())) continue;
    await playAgainButton(page).click();
    await begin(page);
    tileId = plots;
  }
  throw new Error('no mine was hit');
};
