/**
 * Pages of the site: the checker of the W3C's HTML, and two checkers of accessibility that share no code with axe,
 * which our own tests use.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { launchBrowser } from '../bench/lib/browser.ts';
import { installPackages, type Installed } from './installed.ts';
import { demand, readingsOf, runTool, type Part } from './reading.ts';
import { startReaderSite, type ReaderSite } from './reader-site.ts';

const versions = { vnu: '26.9.27', alfa: '0.112.0', alfaPlaywright: '0.81.4', ibm: '4.0.34' };

/** What the programs say that we do not take for a fault, with the reason. */
const accepted: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/Bad value .expect. for attribute .rel. on element .link./, 'newer than the checker'],
  [/.link. element with a .blocking. attribute must have a .rel. attribute/, 'newer than the checker'],
  [
    /^text_contrast_sufficient: .* weight of 500 <(span|a href="\/(fairness|rounds))/,
    'written on a picture, which it does not see',
  ],
  [/^sia-r14.*inline-flex/, 'the name of "Read More" has the title, with a colon between both'],
  [/^sia-r68.*empty:hidden/, 'an empty list is not shown'],
  [/^aria_form_label_unique/, 'a form without a name has no role of its own'],
];
const isAccepted = (message: string): boolean => accepted.some(([pattern]) => pattern.test(message));

const playerPages = ['/profile', '/profile/security', '/profile/play', '/notices'];

/** By page, what a checker finds wrong. */
type Faults = Map<string, string[]>;

/** One line: how many pages are well. Throws with the count of faults, and the first one with its page. */
const sumUp = (faults: Faults, pages: number): string => {
  const all = [...faults].flatMap(([path, messages]) => messages.map((message) => ({ path, message })));
  const [first] = all;
  demand(
    first === undefined,
    `${all.length} faults on ${faults.size} of ${pages} pages, such as on ${first?.path}: ${first?.message}`,
  );
  return `nothing wrong on ${pages} pages`;
};

const readSitemap = async (site: ReaderSite): Promise<string[]> => {
  const text = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
  return [...new Set(paths)].filter((path) => !path.startsWith('/es'));
};

export const pages: Part = {
  needs: { java: 'default-jre-headless' },
  async read() {
    const packages = [
      `vnu-jar@${versions.vnu}`,
      `@siteimprove/alfa-rules@${versions.alfa}`,
      `@siteimprove/alfa-act@${versions.alfa}`,
      `@siteimprove/alfa-wcag@${versions.alfa}`,
      `@siteimprove/alfa-playwright@${versions.alfaPlaywright}`,
      `accessibility-checker-engine@${versions.ibm}`,
    ];
    const installed = await installPackages(packages);
    const site = await startReaderSite();
    const browser = await launchBrowser();
    try {
      const publicPaths = await readSitemap(site);
      demand(publicPaths.length > 10, 'the sitemap has no pages');
      const vnu = readingsOf(`vnu ${versions.vnu}`);
      await vnu.look('public pages as they are served', async () =>
        sumUp(await checkHtml(site, installed, publicPaths), publicPaths.length),
      );
      const context = await browser.newContext({ baseURL: site.url, bypassCSP: true });
      await register(context, site);
      const paths = [...publicPaths, ...playerPages];
      const ibm = readingsOf(`IBM Equal Access ${versions.ibm}`);
      await ibm.look('pages in a browser, signed in', async () =>
        sumUp(await checkEach(context, paths, await createIbm(installed)), paths.length),
      );
      const alfa = readingsOf(`Siteimprove Alfa ${versions.alfa}`);
      await alfa.look('pages in a browser, signed in', async () =>
        sumUp(await checkEach(context, paths, await createAlfa(installed)), paths.length),
      );
      return [...vnu.readings, ...ibm.readings, ...alfa.readings];
    } finally {
      await browser.close();
      await site.end();
    }
  },
};

const register = async (context: BrowserContext, site: ReaderSite): Promise<void> => {
  const answer = await context.request.post('/api/auth/register', {
    headers: { origin: site.url },
    data: { username: 'reader', email: 'reader@example.org', password: 'a meadow of lanterns', adult: true },
  });
  demand(answer.ok(), `could not register: ${answer.status()}`);
};

const checkHtml = async (
  site: ReaderSite,
  installed: Installed,
  paths: readonly string[],
): Promise<Faults> => {
  const files = new Map<string, string>();
  for (const [at, path] of paths.entries()) {
    const file = join(installed.folder, `page-${at}.html`);
    await writeFile(file, await (await fetch(site.url + path)).text());
    files.set(file, path);
  }
  const jar = join(installed.folder, 'node_modules/vnu-jar/build/dist/vnu.jar');
  const { output } = await runTool('java', [
    '-jar',
    jar,
    '--format',
    'json',
    '--errors-only',
    ...files.keys(),
  ]);
  const { messages } = JSON.parse(output) as { messages: { url: string; message: string }[] };
  const faults: Faults = new Map();
  for (const { url, message } of messages.filter((each) => !isAccepted(each.message))) {
    const path = files.get(new URL(url).pathname) ?? url;
    faults.set(path, [...(faults.get(path) ?? []), message]);
  }
  return faults;
};

type Check = (page: Page) => Promise<string[]>;

const checkEach = async (
  context: BrowserContext,
  paths: readonly string[],
  check: Check,
): Promise<Faults> => {
  const faults: Faults = new Map();
  const page = await context.newPage();
  for (const path of paths) {
    await page.goto(path);
    await page.locator('main').waitFor();
    // Lists are empty until their calls are answered.
    await page.waitForLoadState('networkidle');
    // What is folded is checked, too.
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true;
    });
    const messages = (await check(page)).filter((message) => !isAccepted(message));
    for (const message of new Set(messages)) console.log(`  ${path}: ${message}`);
    if (messages.length > 0) faults.set(path, messages);
  }
  await page.close();
  return faults;
};

interface IbmResult {
  results: { value: [string, string]; ruleId: string; message: string; snippet: string }[];
}

const createIbm = async ({ folder }: Installed): Promise<Check> => {
  const engine = await readFile(join(folder, 'node_modules/accessibility-checker-engine/ace.js'), 'utf8');
  return async (page) => {
    await page.addScriptTag({ content: engine });
    const { results } = await page.evaluate(async (): Promise<IbmResult> => {
      const { ace } = globalThis as unknown as {
        ace: { Checker: new () => { check(document: Document, policies: string[]): Promise<IbmResult> } };
      };
      const found = await new ace.Checker().check(document, ['WCAG_2_2']);
      return {
        results: found.results.map(({ value, ruleId, message, snippet }) => ({
          value,
          ruleId,
          message,
          snippet,
        })),
      };
    });
    // An engine that knows no rule of that name finds nothing.
    demand(results.length > 10, 'hardly a rule was applied');
    return results
      .filter(({ value: [kind, verdict] }) => kind === 'VIOLATION' && verdict === 'FAIL')
      .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet.slice(0, 120)}`);
  };
};

/** Alfa's own modules, which this repository does not have: only what is called of them. */
interface Alfa {
  toPage(document: unknown): Promise<unknown>;
  audit(page: unknown): Promise<string[]>;
}

const alfaScript = `
import { Audit, Outcome } from '@siteimprove/alfa-act';
import { Playwright } from '@siteimprove/alfa-playwright';
import rules from '@siteimprove/alfa-rules';
import { Conformance, Criterion } from '@siteimprove/alfa-wcag';
// As the site promises: level AA.
const isAA = Conformance.isAA();
const isWanted = (requirement) => Criterion.isCriterion(requirement) && isAA(requirement);
const wanted = [...rules].filter(({ requirements }) => [...requirements].some(isWanted));
export const toPage = (document) => Playwright.toPage(document);
export const audit = async (page) => {
  const outcomes = [...(await Audit.of(page, wanted).evaluate())];
  // Parts of different versions apply no rule, and find nothing.
  if (outcomes.filter(Outcome.isPassed).length < 10) throw new Error('hardly a rule was applied');
  return outcomes.filter(Outcome.isFailed).map((outcome) => {
    const { rule, target, expectations } = outcome.toJSON();
    const why = Object.values(Object.fromEntries(expectations))[0]?.error?.message ?? '';
    return rule.uri.split('/').at(-1) + ': ' + why + ' ' + outcome.target.toString().slice(0, 120);
  });
};
`;

const createAlfa = async ({ folder }: Installed): Promise<Check> => {
  const file = join(folder, 'alfa.js');
  await writeFile(file, alfaScript);
  const { toPage, audit } = (await import(pathToFileURL(file).href)) as Alfa;
  return async (page) => audit(await toPage(await page.evaluateHandle(() => document)));
};
