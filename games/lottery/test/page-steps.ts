/** Steps of tests on the lottery's page. */
import type { LotteryStatus, NextDraw } from '@fairground/game-lottery/contract';
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * On a site that draws twice a minute. Includes the time until the page has the settled
 * tickets, also on a busy machine.
 */
export const drawsWithinMs = 60_000;

export const lotteryPath = '/games/play-lottery';

export const openLottery = async (page: Page): Promise<void> => {
  await page.goto(lotteryPath);
  await expect(page.getByRole('heading', { level: 1, name: 'Lottery' })).toBeVisible();
  await expect(page.getByRole('table')).toContainText('1 in 13,983,816');
};

export const stamp = (page: Page, number: number): Locator =>
  page
    .getByRole('group', { name: 'Numbers 1 to 49' })
    .getByRole('button', { name: String(number), exact: true });

export const placeBidButton = (page: Page): Locator => page.getByRole('button', { name: 'Place Bid' });

export const tickets = (page: Page): Locator =>
  page.getByRole('region', { name: 'Your tickets' }).getByRole('article');

export const punch = async (page: Page, numbers: readonly number[]): Promise<void> => {
  for (const number of numbers) {
    await stamp(page, number).click();
    await expect(stamp(page, number)).toHaveAttribute('aria-pressed', 'true');
  }
};

/** Longer than a test takes to buy its tickets. */
const timeToBuyMs = 18_000;

/** Waits for a draw whose sales stay open for long enough to buy. */
export const freshDraw = async (page: Page): Promise<{ drawId: string; drawsAt: string }> => {
  let next = await nextDraw(page);
  await expect
    .poll(
      async () => {
        next = await nextDraw(page);
        return Date.parse(next.closesAt) - Date.now();
      },
      { timeout: 60_000, intervals: [500] },
    )
    .toBeGreaterThan(timeToBuyMs);
  return next;
};

const nextDraw = async (page: Page): Promise<NextDraw> => {
  const response = await page.request.get('/api/lottery');
  return ((await response.json()) as LotteryStatus).next;
};
