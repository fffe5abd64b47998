/**
 * Opens a page as a phone on a slow connection does, starts the application by the first input, and presses a control:
 * what was sent until then, and what the browser reports.
 */
import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { nextFrames } from '../../e2e/frames.ts';
import { readWeight, startApplication, type PageWeight } from '../../apps/web/build/page-weight.ts';
import { isShort, sized } from './lib/short.ts';
import type { Language, PageAddress } from './pages-addresses.ts';
import { observeVitals, readVitals } from './pages-vitals.ts';

/**
 * Slow 4G as Lighthouse applies it to requests: 150 ms and 1.6 Mbit/s of the network make 562.5 ms and nine tenths of
 * the rate where each request is delayed as a whole. Bytes per second.
 */
const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (0.9 * 1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.9 * 750 * 1024) / 8,
};
const slowedCpu = { rate: 4 };
/** A button may be locked until the next round takes bets. */
const longestFlightMs = 110_000;
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-ES' };

export interface PageLoad {
  /** KB of script as sent (brotli) that arrived before the first paint. */
  firstPaintKb: number;
  /** KB of script as sent until an idle page has loaded what it needs without a visitor. */
  idleKb: number;
  /** KB of script as sent until the application runs. */
  usedKb: number;
  /** Files of script and style until then. */
  files: number;
  /** All requests of the page until then. */
  requests: number;
  firstPaintMs: number;
  lcpMs: number;
  /** From the first input until the application runs; absent where it runs without one. */
  startMs?: number;
  cls: number;
  moved: readonly string[];
  inpMs: number;
}

/** A phone that prefers a language; a new player's with `isPlayers`. */
export const openPhone = async (
  browser: Browser,
  { origin, language, isPlayers }: { origin: string; language: Language; isPlayers: boolean },
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    ...phone,
    locale: locales[language],
    serviceWorkers: 'block',
    baseURL: origin,
  });
  // Ends what hangs: with the network and the processor slowed, a busy machine takes more than the usual half minute.
  context.setDefaultTimeout(5 * 60_000);
  if (isPlayers) {
    await register(context.request, origin);
    // As any page leaves it where a player has signed in.
    await context.addInitScript(() => localStorage.setItem('signed-in', '1'));
  }
  return context;
};

async function register(request: APIRequestContext, origin: string): Promise<void> {
  const username = `bench_${randomBytes(5).toString('hex')}`;
  const response = await request.post('/api/auth/register', {
    headers: { origin },
    data: { username, email: `${username}@example.org`, password: 'a meadow of lanterns', adult: true },
  });
  if (response.status() !== 201) throw new Error(`A player could not be registered: ${response.status()}`);
}

/** Slows the processor, and the network if asked to. */
export const slowDown = async (page: Page, { network }: { network: boolean }): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', slowedCpu);
  if (network) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow4G);
  }
  return session;
};

export const measureLoad = async (
  browser: Browser,
  { origin, address, language }: { origin: string; address: PageAddress; language: Language },
): Promise<PageLoad> => {
  const context = await openPhone(browser, { origin, language, isPlayers: address.isPlayers });
  const page = await context.newPage();
  await observeVitals(page);
  // A short run compares nothing.
  await slowDown(page, { network: !isShort });
  await page.goto(address.url, { waitUntil: 'networkidle' });
  await expectLanguage(page, language);
  const { scriptBytes: idleBytes } = await settledWeight(page);
  const runsBefore = await isRunning(page);
  const startMs = await timeStart(page);
  const { scriptBytes: usedBytes, requests: files } = await settledWeight(page);
  const requests = 1 + (await page.evaluate(() => performance.getEntriesByType('resource').length));
  await pressControls(page, address);
  const vitals = await readVitals(page);
  const firstPaintBytes = await scriptBytesBefore(page, vitals.firstPaintMs);
  await context.close();
  return {
    ...vitals,
    firstPaintKb: firstPaintBytes / 1024,
    idleKb: idleBytes / 1024,
    usedKb: usedBytes / 1024,
    files,
    requests,
    ...(runsBefore ? {} : { startMs }),
  };
};

async function expectLanguage(page: Page, language: Language): Promise<void> {
  const shown = await page.evaluate(() => document.documentElement.lang);
  if (shown !== language) throw new Error(`${page.url()} was shown in “${shown}”, not “${language}”`);
}

/** Waits until a second passes without more script, or less in a short run. */
async function settledWeight(page: Page): Promise<PageWeight> {
  const before = await readWeight(page);
  await page.waitForTimeout(sized(1_000, 250));
  const weight = await readWeight(page);
  return weight.scriptBytes === before.scriptBytes ? weight : settledWeight(page);
}

const isRunning = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    Object.keys(document.getElementById('root') ?? {}).some((name) => name.startsWith('__reactContainer')),
  );

async function timeStart(page: Page): Promise<number> {
  const from = performance.now();
  await startApplication(page);
  return performance.now() - from;
}

const scriptBytesBefore = (page: Page, ms: number): Promise<number> =>
  page.evaluate((beforeMs) => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return loaded
      .filter(({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= beforeMs)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  }, ms);

async function pressControls(page: Page, { pressed }: PageAddress): Promise<void> {
  if (pressed === 'menu') {
    const button = page.locator('header button[aria-haspopup=dialog]:visible').last();
    const menu = page.getByRole('dialog');
    for (let times = 0; times < 2; times += 1) {
      await button.tap();
      await menu.waitFor();
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
    }
  } else {
    for (const selector of pressed) {
      await page.locator(selector).first().tap({ timeout: longestFlightMs });
      await nextFrames(page);
    }
  }
  // The browser reports events after the paint that follows them.
  await page.waitForTimeout(200);
}
