/** What a player does and sees on the lottery's page. */
import { expect, type Locator, type Page } from '@playwright/test';

export const lotteryPath = '/games/play-lottery';

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

/** Waits for a draw whose sales have just opened, so that there is time to buy. */
export const freshDraw = async (page: Page): Promise<{ drawId: string; drawsAt: string }> => {
  let fresh: { drawId: string; drawsAt: string } | undefined;
  const first = await nextDraw(page);
  await expect
    .poll(
      async () => {
        const next = await nextDraw(page);
        if (next.drawId !== first.drawId) fresh = next;
        return fresh !== undefined;
      },
      { timeout: 60_000, intervals: [100] },
    )
    .toBe(true);
  return fresh ?? first;
};

const nextDraw = async (page: Page): Promise<{ drawId: string; drawsAt: string }> => {
  const response = await page.request.get('/api/lottery');
  return ((await response.json()) as { next: { drawId: string; drawsAt: string } }).next;
};
