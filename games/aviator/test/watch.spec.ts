/** Aviator without an account: a live round, and the way into the game; the flight on the home page. */
import type { AviatorDrawResult, AviatorStall } from '@fairground/game-aviator/contract';
import type { Page } from '@playwright/test';
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from '../../../e2e/accessible.ts';
import { createName, expect, password, test } from '../../../e2e/fixtures.ts';
import { replaceLiveServer } from '../../../e2e/live-server.ts';
import { betIsNotPlaced, countdown, longestFlightMs, multiplier } from './page-steps.ts';

test('a visitor watches a live round, plays as a guest from there, and lands in the game', async ({
  page,
}) => {
  await page.goto('/watch/aviator');
  await expect(page).toHaveTitle('Watch Aviator live – Fairground');
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /without an account/);
  // Both come by messages of the site alone.
  await expect(multiplier(page).or(countdown(page)).first()).toBeVisible();
  const crashes = page.getByRole('region', { name: 'Recent Crashes (Global)' });
  await expect(crashes.getByRole('link').first()).toBeVisible({ timeout: longestFlightMs });
  await expect(page.getByText('By playing as a guest you confirm that you are 18 or over.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place Bet' })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Play as a guest' }).click();
  await expect(page).toHaveURL('/games/aviator');
  await expect(betIsNotPlaced(page)).toBeVisible();

  await page.goto('/watch/aviator');
  await expect(page.getByRole('link', { name: 'Play this game' })).toHaveAttribute('href', '/games/aviator');
});

test(
  'a visitor who signs in from the watched round lands in the game',
  { tag: '@desktop' },
  async ({ page, createPlayer }) => {
    const { username } = await createPlayer();
    await page.goto('/watch/aviator');
    const login = page.getByRole('main').getByRole('link', { name: 'Login' });
    // Before the page is live the browser follows the address alone.
    await expect(login).toHaveAttribute('href', '/login?from=/games/aviator');
    await login.click();
    await page.getByLabel('Username or email').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/games/aviator');
  },
);

test('a game that cannot be watched has no page', { tag: '@phone' }, async ({ request }) => {
  for (const name of ['minefield', createName()])
    expect((await request.get(`/watch/${name}`)).status()).toBe(404);
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/watch/aviator</loc>');
});

test(
  'the table says that nobody bet only once the rocket has taken off without bets',
  { tag: '@phone' },
  async ({ page }) => {
    const connect = await replaceLiveServer(page);
    await page.goto('/watch/aviator');
    const table = page.getByRole('region', { name: 'This round' });
    await expect(table).toContainText('Bets appear when the rocket takes off.');
    const server = await connect();
    server.push('aviatorTable_response', { roundId: '7', players: 0, staked: 0, cashedOut: 0, bets: [] });
    server.push('aviatorDrawResult_response', flown('ongoing', 1.32));
    await expect(table).toContainText('Nobody bet on this round.');
    server.push('aviatorDrawResult_response', flown('finished', 1.5));
    await expect(table).toContainText('Bets appear when the rocket takes off.');
  },
);

test(
  'the watched round is accessible by night and by day',
  { tag: ['@phone', '@nightly'] },
  async ({ page }) => {
    const connect = await replaceLiveServer(page);
    await page.goto('/watch/aviator');
    (await connect()).push('aviatorDrawResult_response', flown('finished', 1.32));
    await expect(multiplier(page)).toHaveText('1.32X');
    await expectAccessibleByNightAndDay(page, 'watched');
  },
);

const flown = (status: AviatorDrawResult['status'], crashMultiplier: number): AviatorDrawResult => ({
  roundId: '7',
  status,
  crashMultiplier,
  startedAt: new Date().toISOString(),
  growthPerMs: 0.0001,
});

const stalled = (shows: AviatorStall) => ({ stalls: { aviator: { shows } } });

const ofFlight = (multiplier: number, isOver = false) => ({
  roundId: '7',
  multiplier,
  growthPerMs: 0.0001,
  isOver,
});

test.describe('the flight on the home page', { tag: '@desktop' }, () => {
  const inSky = (page: Page) => page.locator('section [data-multiplier]').first();
  const atStall = (page: Page) =>
    page.getByRole('article', { name: 'Aviator' }).locator('[data-part="flight"]');

  test('is drawn from public messages, and moves nothing', async ({ page }) => {
    const connect = await replaceLiveServer(page);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    const title = page.getByRole('heading', { level: 1 });
    const before = await title.boundingBox();
    await page.keyboard.press('Shift');
    const server = await connect();
    server.push('stalls_response', stalled({ flight: ofFlight(1.5) }));
    for (const flight of [inSky(page), atStall(page)]) await expect(flight).toHaveText(/^1\.\d\dx$/);
    server.push('stalls_response', stalled({ flight: ofFlight(1.73, true), countdown: 9 }));
    for (const flight of [inSky(page), atStall(page)]) await expect(flight).toHaveText('1.73x');
    server.push('stalls_response', stalled({ flight: ofFlight(1.73, true), countdown: 5 }));
    await expect(atStall(page)).toHaveText('5 s');
    expect(await title.boundingBox()).toEqual(before);
  });

  test('is a still scene for those who want less motion', async ({ page }) => {
    const connect = await replaceLiveServer(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await page.keyboard.press('Shift');
    const server = await connect();
    server.push('stalls_response', stalled({ last: 1.84, flight: ofFlight(1.5) }));
    await expect(page.locator('[data-part="stall"]', { hasText: 'Last: 1.84x' })).toBeVisible();
    await expect(page.locator('[data-multiplier]')).toHaveCount(0);
  });

  test('costs nothing in the background', async ({ page }) => {
    const closed: boolean[] = [];
    page.on('websocket', (socket) => socket.on('close', () => closed.push(true)));
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    await page.keyboard.press('Shift');
    await expect(atStall(page)).toBeVisible();
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(() => closed.length).toBe(1);
    await expect(atStall(page)).toHaveCount(0);
  });
});
