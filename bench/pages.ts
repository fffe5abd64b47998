/**
 * What each public page of the built site loads: script before the page can be used, and script in all once
 * it is idle, both as sent (brotli). Where the `lighthouse` command is on the PATH (npm i -g lighthouse), its
 * scores too. Fails where a page needs more than 90 KB before it can be used.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import { makeDataDir, startSiteProcess } from '../apps/server/test/site-process.ts';
import { launchChromium } from '../scripts/chromium.ts';

const limitBytes = 90 * 1024;
const paths = [
  '/',
  '/how-to-play',
  '/about-us',
  '/faq',
  '/blog',
  '/contact-us',
  '/fairness',
  '/privacy-policy',
  '/terms-of-service',
  '/login',
  '/register',
];

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`.padStart(9);

/** Script that came before the page's load event, and altogether. */
async function measureScript(browser: Browser, url: string): Promise<{ first: number; all: number }> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const sizes = await page.evaluate(() => {
    const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ name }) => new URL(name).pathname.endsWith('.js'),
    );
    const sum = (entries: PerformanceResourceTiming[]) =>
      entries.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
    const end = loaded?.loadEventEnd ?? 0;
    return { first: sum(scripts.filter(({ startTime }) => startTime < end)), all: sum(scripts) };
  });
  await context.close();
  return sizes;
}

interface Report {
  categories: Record<string, { score: number | null }>;
}

/** Performance, accessibility, best practices, SEO; undefined where there is no Lighthouse. */
async function findScores(url: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(
      'lighthouse',
      [url, '--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox --disable-gpu'],
      {
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, CHROME_PATH: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' },
      },
    );
    const { categories } = JSON.parse(stdout) as Report;
    return Object.entries(categories)
      .map(([name, { score }]) => `${name} ${score === null ? '-' : Math.round(score * 100)}`)
      .join(', ');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export async function benchPages(): Promise<void> {
  const data = await makeDataDir();
  const site = await startSiteProcess({ DATA_DIR: data.dataDir });
  const browser = await launchChromium();
  try {
    let hasLighthouse = true;
    for (const path of paths) {
      const { first, all } = await measureScript(browser, site.url + path);
      const scores: string | undefined = hasLighthouse ? await findScores(site.url + path) : undefined;
      hasLighthouse &&= scores !== undefined;
      console.log(
        `${path.padEnd(18)} first ${kilobytes(first)}, all ${kilobytes(all)}${scores ? `  ${scores}` : ''}`,
      );
      if (first > limitBytes) throw new Error(`${path} needs more than ${limitBytes / 1024} KB`);
    }
    if (!hasLighthouse) console.log('skipped: the scores, because no lighthouse is on the PATH');
  } finally {
    await browser.close();
    await site.end('SIGTERM');
    await data.remove();
  }
}
