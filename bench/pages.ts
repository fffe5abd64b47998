/**
 * The script that each public page of the built site loads, in compressed bytes (brotli): at first, including what the
 * page prefetches when idle, and in total after the visitor's first interaction. If `lighthouse` is on the PATH
 * (npm i -g lighthouse), also its median scores of five runs on a phone, with the failed audits of scores below 100:
 * /newsletter and /confirm-email are opened from mails and exclude search engines, which lowers their SEO score on
 * purpose. Fails if a first load exceeds 90 KB.
 */
import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { makeDataDir, startSiteProcess } from '../apps/server/test/site-process.ts';
import { launchChromium, requireChromium } from '../scripts/chromium.ts';

const limitBytes = 90 * 1024;
const paths = [
  '/',
  '/how-to-play',
  '/about-us',
  '/faq',
  '/blog',
  '/blog/what-each-bet-gives-back',
  '/contact-us',
  '/fairness',
  '/privacy-policy',
  '/terms-of-service',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/newsletter',
  '/confirm-email',
];

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`.padStart(9);

/** Bytes of script that the page has loaded so far. */
const scriptBytes = (page: Page): Promise<number> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0),
  );

/** Waits until a second passes without more script. */
async function settledScriptBytes(page: Page, before = 0): Promise<number> {
  await page.waitForTimeout(1_000);
  const bytes = await scriptBytes(page);
  return bytes === before ? bytes : settledScriptBytes(page, bytes);
}

async function measureScript(browser: Browser, url: string): Promise<{ first: number; used: number }> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const first = await scriptBytes(page);
  await page.keyboard.press('Shift');
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((name) => name.startsWith('__reactContainer')),
  );
  const used = await settledScriptBytes(page);
  await context.close();
  return { first, used };
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; scoreDisplayMode: string }>;
}

interface PageScores {
  scores: Record<string, number>;
  /** Audits that pass or fail; measured ones only influence the scores. */
  failed: string[];
}

const runs = 5;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Median scores, with the audits that failed in any run; undefined if Lighthouse is not installed. */
async function findScores(url: string): Promise<string | undefined> {
  const all = new Map<string, number[]>();
  const failed = new Set<string>();
  for (let run = 0; run < runs; run++) {
    const result = await runLighthouse(url);
    if (result === undefined) return undefined;
    for (const [name, score] of Object.entries(result.scores))
      all.set(name, [...(all.get(name) ?? []), score]);
    for (const audit of result.failed) failed.add(audit);
  }
  const scores = [...all].map(([name, values]) => `${name} ${median(values)}`).join(', ');
  return failed.size === 0 ? scores : `${scores}; failed: ${[...failed].join(', ')}`;
}

/** Lighthouse recommends another run if it could not record the load of a page. */
async function runLighthouse(url: string, tries = 3): Promise<PageScores | undefined> {
  try {
    const { stdout } = await promisify(execFile)(
      'lighthouse',
      [url, '--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox --disable-gpu'],
      {
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, CHROME_PATH: requireChromium() },
      },
    );
    return toScores(JSON.parse(stdout) as Report);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    if (tries > 1) return runLighthouse(url, tries - 1);
    throw new Error(`Lighthouse failed on ${url}`, { cause: String(error).slice(0, 500) });
  }
}

const toScores = ({ categories, audits }: Report): PageScores => ({
  scores: Object.fromEntries(
    Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
  ),
  failed: Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(
      ({ id, weight }) => weight > 0 && audits[id]?.scoreDisplayMode === 'binary' && audits[id].score === 0,
    )
    .map(({ id }) => id),
});

export async function benchPages(): Promise<void> {
  const data = await makeDataDir();
  const site = await startSiteProcess({ DATA_DIR: data.dataDir });
  const browser = await launchChromium();
  try {
    let hasLighthouse = true;
    for (const path of paths) {
      const { first, used } = await measureScript(browser, site.url + path);
      const scores: string | undefined = hasLighthouse ? await findScores(site.url + path) : undefined;
      hasLighthouse &&= scores !== undefined;
      console.log(
        `${path.padEnd(34)} first load ${kilobytes(first)}, after interaction ${kilobytes(used)}${scores ? `  ${scores}` : ''}`,
      );
      if (first > limitBytes) throw new Error(`${path} loads more than ${limitBytes / 1024} KB`);
    }
    console.log(`load average during the run: ${loadavg()[0]?.toFixed(1)}`);
    if (!hasLighthouse) console.log('Scores were skipped: lighthouse is not on the PATH.');
  } finally {
    await browser.close();
    await site.end('SIGTERM');
    await data.remove();
  }
}
