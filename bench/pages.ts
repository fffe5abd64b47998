/**
 * What each page of the built site loads: script as sent (brotli), and files of script and style; at first, including what
 * the page prefetches when idle, and in total after the visitor's first interaction. If `lighthouse` is on the PATH
 * (npm i -g lighthouse), also the median scores of public pages over five runs on a phone, with the failed audits of scores
 * below 100: /newsletter and /confirm-email are opened from mails and exclude search engines, which lowers their SEO score
 * on purpose. Fails if the first load of a public page exceeds 90 KB.
 */
import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { promisify } from 'node:util';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { makeDataDir, startSiteProcess } from '../apps/server/test/site-process.ts';
import { playerBudgets, publicBudgets } from '../e2e/page-budgets.ts';
import { launchChromium, requireChromium } from '../scripts/chromium.ts';
import { isShort, sized } from './lib/short.ts';
import { readWeight, startApplication, type PageWeight } from '../scripts/page-weight.ts';

const limitBytes = 90 * 1024;
const publicPaths = Object.keys(publicBudgets).slice(0, sized(Infinity, 2));
const playerPaths = Object.keys(playerBudgets).slice(0, sized(Infinity, 2));

const formatWeight = ({ scriptBytes, requests }: PageWeight): string =>
  `${(scriptBytes / 1024).toFixed(1).padStart(6)} KB in ${String(requests).padStart(2)} requests`;

/** Waits until a second passes without more script. */
async function settledWeight(page: Page, before = 0): Promise<PageWeight> {
  await page.waitForTimeout(1_000);
  const weight = await readWeight(page);
  return weight.scriptBytes === before ? weight : settledWeight(page, weight.scriptBytes);
}

interface Measured {
  first: PageWeight;
  used: PageWeight;
}

async function measureWeight(browser: Browser, siteUrl: string, path: string): Promise<Measured> {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: siteUrl });
  if (playerPaths.includes(path)) await register(context.request, siteUrl);
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'networkidle' });
  const first = await readWeight(page);
  await startApplication(page);
  const used = await settledWeight(page);
  await context.close();
  return { first, used };
}

async function register(request: APIRequestContext, origin: string): Promise<void> {
  const username = `bench_${randomBytes(5).toString('hex')}`;
  const response = await request.post('/api/auth/register', {
    headers: { origin },
    data: { username, email: `${username}@example.org`, password: 'a meadow of lanterns', adult: true },
  });
  if (response.status() !== 201) throw new Error(`A player could not be registered: ${response.status()}`);
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
  const site = await startSiteProcess({ DATA_DIR: data.dataDir, RATE_LIMITS: 'off' });
  const browser = await launchChromium();
  try {
    let hasLighthouse = !isShort;
    for (const path of [...publicPaths, ...playerPaths]) {
      const isPublic = publicPaths.includes(path);
      const { first, used } = await measureWeight(browser, site.url, path);
      const scores: string | undefined =
        hasLighthouse && isPublic ? await findScores(site.url + path) : undefined;
      if (isPublic) hasLighthouse &&= scores !== undefined;
      console.log(
        `${path.padEnd(34)} first load ${formatWeight(first)}, after interaction ${formatWeight(used)}${scores ? `  ${scores}` : ''}`,
      );
      if (isPublic && first.scriptBytes > limitBytes)
        throw new Error(`${path} loads more than ${limitBytes / 1024} KB`);
    }
    console.log(`load average during the run: ${loadavg()[0]?.toFixed(1)}`);
    if (!hasLighthouse) console.log('Scores were skipped: lighthouse is not on the PATH.');
  } finally {
    await browser.close();
    await site.end('SIGTERM');
    await data.remove();
  }
}
