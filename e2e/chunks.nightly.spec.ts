/** Parts of the application that fail to arrive: the page around them stays, and they are loaded again. */
import type { Page } from '@playwright/test';
import { expect, test, toastOf } from './fixtures.ts';

test.use({
  // Chunks that the worker has stored would arrive anyway.
  serviceWorkers: 'block',
  expectedErrors: [/ERR_FAILED|Failed to fetch dynamically imported module/],
});

/** Fails the first `times` loads of a chunk by the start of its file name. */
const blockChunk = async (page: Page, name: string, times: number) => {
  let blocked = 0;
  await page.route(new RegExp(`/assets/${name}[^/]*\\.js`), async (route) => {
    if (blocked >= times) return route.fallback();
    blocked += 1;
    return route.abort();
  });
  return () => blocked;
};

const nextReport = async (page: Page) => {
  const request = await page.waitForRequest('**/api/client-errors');
  expect((await request.response())?.status()).toBe(204);
  return request.postDataJSON() as { message: string; page: string };
};

test.describe('a chunk that does not arrive', { tag: '@desktop' }, () => {
  test('leaves the page as it is where it is a part of it, is reported and loaded again', async ({
    page,
    signIn,
  }) => {
    await signIn();
    const blocked = await blockChunk(page, 'toast-region', 1);
    await page.goto('/games/minefield');
    const report = nextReport(page);
    await page.getByRole('button', { name: 'Place Bet & Start' }).click();
    expect(await report).toMatchObject({
      page: '/games/minefield',
      message: expect.stringContaining('toast-region'),
    });
    await expect(page.getByRole('grid', { name: 'Meadow' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    await expect(toastOf(page, 'Game On!')).toBeVisible();
    expect(blocked()).toBe(1);
  });

  test('leaves the frame around a page that cannot be loaded, which a retry brings', async ({
    page,
    signIn,
  }) => {
    await signIn();
    const blocked = await blockChunk(page, 'leaderboard-page', 2);
    await page.goto('/games');
    // Before, the links of the header load another page.
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    const report = nextReport(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leaderboard' }).click();
    expect(await report).toMatchObject({ message: expect.stringContaining('leaderboard-page') });
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    await expect.poll(blocked).toBe(2);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
  });
});
