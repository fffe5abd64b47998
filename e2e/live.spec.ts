/** The live connection breaks, and the page comes back to the round at hand without being loaded again. */
import type { WebSocketRoute } from '@playwright/test';
import { betIsNotPlaced, longestFlightMs } from './aviator-steps.ts';
import { expect, test } from './fixtures.ts';

test('a broken connection comes back with the round at hand', async ({ page, context, signIn }) => {
  await signIn();
  let line: WebSocketRoute | undefined;
  let isOpen = true;
  let opened = 0;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (!isOpen) return void socket.close();
    opened += 1;
    line = socket;
    socket.connectToServer();
  });
  const newestCrash = async (): Promise<string> => {
    const response = await context.request.get('/api/aviator/globalHistory');
    return ((await response.json()) as { id: string }[])[0]?.id ?? 'none';
  };

  await page.goto('/games/aviator');
  await expect(betIsNotPlaced(page)).toBeVisible();
  await expect(page.getByText(/^Round \d+ was sealed/)).toBeVisible({ timeout: 15_000 });
  await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''));

  const before = await newestCrash();
  isOpen = false;
  await line?.close();
  await expect(page.getByText('Not connected. Trying again.')).toBeVisible();
  await expect.poll(newestCrash, { timeout: longestFlightMs }).not.toBe(before);
  isOpen = true;

  await expect(page.getByText('Not connected. Trying again.')).toBeHidden({ timeout: 15_000 });
  expect(opened).toBeGreaterThan(1);
  const shown = await page.getByText(/^Round \d+ was sealed/).textContent();
  const shownRound = Number(/\d+/.exec(shown ?? '')?.[0]);
  expect(shownRound).toBeGreaterThanOrEqual(Number(await newestCrash()));
  await expect(page.locator('body[data-not-reloaded]')).toHaveCount(1);
});
