/**
 * What each public page of the built site loads, as sent (brotli): script of the first load, with whatever the page
 * fetches by itself once it is idle; and script in all after a visitor has given a first sign. Where the `lighthouse`
 * command is on the PATH (npm i -g lighthouse), the medians of five runs on a phone too, and below 100 the audits that
 * failed: /newsletter and /confirm-email are opened from mails and ask search engines not to index them, which costs
 * them points on purpose. Fails where a first load has more than 90 KB.
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

/** Script that the page has loaded so far. */
const scriptBytes = (page: Page): Promise<number> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0),
  );

/** What a live page asks for brings more script; over when a second brings none. */
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

interface Judgement {
  scores: Record<string, number>;
  /** Of what is either right or wrong; what is measured shows in the scores. */
  failed: string[];
}

const runs = 5;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Performance, accessibility, best practices, SEO: medians, with what failed in any run; undefined where there is no Lighthouse. */
async function findScores(url: string): Promise<string | undefined> {
  const all = new Map<string, number[]>();
  const failed = new Set<string>();
  for (let run = 0; run < runs; run++) {
    const judged = await runLighthouse(url);
    if (judged === undefined) return undefined;
    for (const [name, score] of Object.entries(judged.scores))
      all.set(name, [...(all.get(name) ?? []), score]);
    for (const audit of judged.failed) failed.add(audit);
  }
  const scores = [...all].map(([name, values]) => `${name} ${median(values)}`).join(', ');
  return failed.size === 0 ? scores : `${scores}; failed: ${[...failed].join(', ')}`;
}

/** Lighthouse itself asks to be run again where it could not record the load of a page. */
async function runLighthouse(url: string, tries = 3): Promise<Judgement | undefined> {
  try {
    const { stdout } = await promisify(execFile)(
      'lighthouse',
      [url, '--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox --disable-gpu'],
      {
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, CHROME_PATH: requireChromium() },
      },
    );
    return judge(JSON.parse(stdout) as Report);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    if (tries > 1) return runLighthouse(url, tries - 1);
    throw new Error(`Lighthouse could not judge ${url}`, { cause: String(error).slice(0, 500) });
  }
}

const judge = ({ categories, audits }: Report): Judgement => ({
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
        `${path.padEnd(34)} first load ${kilobytes(first)}, once used ${kilobytes(used)}${scores ? `  ${scores}` : ''}`,
      );
      if (first > limitBytes) throw new Error(`${path} loads more than ${limitBytes / 1024} KB`);
    }
    console.log(`the machine's load during the run: ${loadavg()[0]?.toFixed(1)}`);
    if (!hasLighthouse) console.log('skipped: the scores, because no lighthouse is on the PATH');
  } finally {
    await browser.close();
    await site.end('SIGTERM');
    await data.remove();
  }
}
