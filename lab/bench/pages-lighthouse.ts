/**
 * Lighthouse's scores of a page, by its Node API in one browser for all runs. It is no dependency of the project: npx
 * installs the version below once, see docs/decisions/007-dependencies.md.
 */
import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { requireChromium } from '../../scripts/chromium.ts';
import { addCleanup } from './lib/cleanups.ts';
import type { Language } from './pages-addresses.ts';

export const lighthouseVersion = '13.5.0';

/** What the benchmark uses of Lighthouse and of the puppeteer that it brings. */
interface Report {
  finalDisplayedUrl: string;
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; scoreDisplayMode: string }>;
}
interface Tab {
  close(): Promise<void>;
}
interface Context {
  newPage(): Promise<Tab>;
  setCookie(...cookies: (Cookie & { url: string })[]): Promise<void>;
}
interface LaunchedBrowser {
  createBrowserContext(): Promise<Context>;
  close(): Promise<void>;
}
type RunLighthouse = (url: string, flags: object, config: undefined, page: Tab) => Promise<{ lhr: Report }>;
interface Puppeteer {
  launch(options: object): Promise<LaunchedBrowser>;
}

export interface Cookie {
  name: string;
  value: string;
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
/** The score of performance consists of these alone; the other audits of its category explain it. */
const metrics = [
  'first-contentful-paint',
  'speed-index',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

export interface Scores {
  /** From 0 to 100. */
  scores: Partial<Record<Category, number>>;
  /** Audits that pass or fail; measured ones only influence the scores. */
  failed: readonly string[];
}

export interface Visitor {
  /** All categories, or performance alone, which is the one that differs between runs. */
  score(url: string, which: 'all' | 'performance'): Promise<Scores>;
}

export interface Lighthouse {
  /** A browser context of its own, which prefers that language. A player's cookies contain the session. */
  openVisitor(visitor: { origin: string; language: Language; cookies: readonly Cookie[] }): Promise<Visitor>;
  close(): Promise<void>;
}

/** Installs Lighthouse where npx does not have it yet; the reason where that fails. */
export const startLighthouse = async (): Promise<Lighthouse | string> => {
  let installed: NodeJS.Require;
  try {
    const install = ['--yes', `--package=lighthouse@${lighthouseVersion}`, '--call', 'command -v lighthouse'];
    const { stdout } = await promisify(execFile)('npx', install);
    installed = createRequire(await realpath(stdout.trim()));
  } catch (error) {
    const [reason] = String(error instanceof Error && 'stderr' in error ? error.stderr : error).split('\n');
    return `npx cannot install lighthouse@${lighthouseVersion}: ${reason}`;
  }
  const load = async (name: string): Promise<{ default: unknown }> =>
    (await import(pathToFileURL(installed.resolve(name)).href)) as { default: unknown };
  const { default: lighthouse } = await load('lighthouse');
  const { default: puppeteer } = await load('puppeteer-core');
  const browser = await (puppeteer as Puppeteer).launch({
    executablePath: requireChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const close = addCleanup(() => browser.close());
  return {
    async openVisitor({ origin, language, cookies }) {
      const context = await browser.createBrowserContext();
      const chosen = { name: 'language', value: language };
      await context.setCookie(
        ...[chosen, ...cookies].map(({ name, value }) => ({ name, value, url: origin })),
      );
      return { score: (url, which) => score(lighthouse as RunLighthouse, context, { url, which }) };
    },
    close,
  };
};

/** Lighthouse recommends another run if it could not record the load of a page. */
const score = async (
  lighthouse: RunLighthouse,
  context: Context,
  { url, which }: { url: string; which: 'all' | 'performance' },
  tries = 3,
): Promise<Scores> => {
  const page = await context.newPage();
  const only = which === 'all' ? { onlyCategories: categories } : { onlyAudits: metrics };
  const { lhr } = await lighthouse(url, { ...only, disableFullPageScreenshot: true }, undefined, page);
  await page.close();
  if (lhr.runtimeError !== undefined) {
    if (tries > 1) return score(lighthouse, context, { url, which }, tries - 1);
    throw new Error(`Lighthouse failed on ${url}: ${lhr.runtimeError.message}`);
  }
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
  return toScores(lhr, which === 'all' ? categories : ['performance']);
};

const toScores = (report: Report, names: readonly Category[]): Scores => {
  const scored = names.map((name) => ({ name, ...requireCategory(report, name) }));
  return {
    scores: Object.fromEntries(scored.map(({ name, score: part }) => [name, Math.round(100 * part)])),
    failed: scored
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && hasFailed(report.audits[id]))
      .map(({ id }) => id),
  };
};

const requireCategory = ({ categories: scored }: Report, name: Category) => {
  const category = scored[name];
  if (category?.score == null) throw new Error(`Lighthouse gave no score for ${name}`);
  return { ...category, score: category.score };
};

const hasFailed = (audit: Report['audits'][string] | undefined): boolean =>
  audit?.scoreDisplayMode === 'binary' && audit.score === 0;
