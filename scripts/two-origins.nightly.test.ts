/**
 * Pages at one origin, calls and live messages at another: two processes over one database, and a bundle that is built
 * with the address of the second. A browser registers, plays and receives a live message across the origins.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findFreePort } from '../apps/server/test/free-port.ts';
import { addDatabase, dropDatabase, urlOf } from '../apps/server/test/shared-postgres.ts';
import { chromiumMissing, findChromium, launchChromium } from './chromium.ts';
import { makeDataDir, startSiteProcess, type RunningSite } from '../apps/server/test/site-process.ts';

const hasChromium = findChromium() !== undefined;
if (!hasChromium) console.log(`The test of two origins was skipped: ${chromiumMissing}`);

describe.skipIf(!hasChromium)('pages and calls at two origins', () => {
  let pages: RunningSite;
  let api: RunningSite;
  let pagesUrl: string;
  let apiUrl: string;
  /** Addresses of these processes for Node, which knows no names below localhost. */
  let pagesAddress: string;
  let apiAddress: string;
  let browser: Browser;
  const cleanUps: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await addDatabase(inject('databaseAddress'));
    cleanUps.push(() => dropDatabase(database));
    const { dataDir, remove } = await makeDataDir();
    cleanUps.push(remove);
    await mkdir(join(import.meta.dirname, '../apps/web/.cache'), { recursive: true });
    // Within the checkout, since what prerenders the pages imports React from there.
    const bundleFolder = await mkdtemp(join(import.meta.dirname, '../apps/web/.cache/two-origins-'));
    cleanUps.push(() => rm(bundleFolder, { recursive: true, force: true }));
    const [pagesPort, apiPort] = [await findFreePort(), await findFreePort()];
    // Two hosts of one site: the session cookie of the second is sent with calls from pages of the first.
    pagesUrl = `http://pages.fair.localhost:${pagesPort}`;
    apiUrl = `http://api.fair.localhost:${apiPort}`;
    pagesAddress = `http://127.0.0.1:${pagesPort}`;
    apiAddress = `http://127.0.0.1:${apiPort}`;
    const environment = {
      DATABASE_URL: urlOf(database),
      DATA_DIR: dataDir,
      SITE_URL: pagesUrl,
      VITE_API_URL: apiUrl,
      VITE_SOCKET_URL: `${apiUrl.replace('http', 'ws')}/ws`,
      BUNDLE_DIR: join(bundleFolder, 'dist'),
      LOG_LEVEL: 'info',
    };
    pages = await startSiteProcess({ ...environment, PORT: String(pagesPort) });
    cleanUps.push(() => pages.end('SIGTERM'));
    api = await startSiteProcess({ ...environment, PORT: String(apiPort) });
    cleanUps.push(() => api.end('SIGTERM'));
    browser = await launchChromium();
    cleanUps.push(() => browser.close());
  }, 240_000);

  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });

  it('a player registers and plays, and receives live messages', async () => {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    const sockets: string[] = [];
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) =>
        sockets.push(`${new URL(socket.url()).host} ${String(payload)}`),
      );
    });
    await page.goto(`${pagesUrl}/register`);
    await page.getByLabel('Username').fill('two_origins');
    await page.getByLabel('Email').fill('two_origins@example.org');
    await page.getByLabel('Password', { exact: true }).fill('a meadow of lanterns');
    await page.getByRole('checkbox', { name: 'I am 18 or over' }).check();
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.waitForURL('**/games');
    await page.goto(`${pagesUrl}/games/aviator`);
    await page
      .getByText(/Next round starts in|Your Bet|Place Bet/i)
      .first()
      .waitFor();
    await expect.poll(() => sockets.some((text) => text.startsWith(new URL(apiUrl).host))).toBe(true);
    expect(problems).toEqual([]);
    await page.close();
  }, 120_000);

  it('a page of any other origin is not allowed to read an answer', async () => {
    const allowed = await fetch(`${apiAddress}/api/games/config`, { headers: { origin: pagesUrl } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe(pagesUrl);
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
    const refused = await fetch(`${apiAddress}/api/games/config`, {
      headers: { origin: 'http://evil.example' },
    });
    expect(refused.headers.get('access-control-allow-origin')).not.toBe('http://evil.example');
    const preflight = await fetch(`${apiAddress}/api/aviator/create`, {
      method: 'OPTIONS',
      headers: {
        origin: pagesUrl,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,idempotency-key',
      },
    });
    expect(preflight.status).toBe(204);
  });

  it('the policy of the pages names the other origin', async () => {
    const answer = await fetch(pagesAddress);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`connect-src 'self' ${apiUrl} ${apiUrl.replace('http', 'ws')}`);
  });
});
