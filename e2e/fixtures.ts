/** Fixtures of every test: a site of its own, a page whose console must stay quiet and whose keys work, and players. */
import { randomBytes } from 'node:crypto';
import { test as base, expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { addDatabase, urlOf } from '../apps/server/test/shared-postgres.ts';
import { browserSite, makeDataDir, runAudit, startSiteProcess } from '../apps/server/test/site-process.ts';
import { ClientHistory } from '../apps/server/test/history.ts';
import { recordPage } from './page-history.ts';
import { sharedPostgres } from './shared-address.ts';
import { siteKinds, type SiteKind } from './site-settings.ts';

export const password = 'a meadow of lanterns';

export const createName = (): string => `fair_${randomBytes(5).toString('hex')}`;

interface Fixtures {
  /** Console errors that a test causes on purpose. */
  expectedErrors: RegExp[];
  quietConsole: void;
  /** The page alone plays for its player, and one order of events must explain what it saw. */
  isRecorded: boolean;
  soundHistory: void;
  /** Registers a player in the browser's context without the form, and returns the name. */
  signIn: () => Promise<string>;
  /** Registers a player with a session apart from the browser's. */
  createPlayer: (fields?: object) => Promise<{ username: string; request: APIRequestContext }>;
}

interface TestedSite {
  url: string;
  dataDir: string;
  /** The environment in which an operator's command runs on it. */
  env: Record<string, string>;
}

interface WorkerFixtures {
  siteKind: SiteKind;
  /** The site runs a PostgreSQL of its own, which a test may stop. */
  hasOwnPostgres: boolean;
  /** Each worker has a site of its own, so that tests do not affect each other. */
  site: TestedSite;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  siteKind: ['usual', { scope: 'worker', option: true }],
  hasOwnPostgres: [false, { scope: 'worker', option: true }],
  site: [
    async ({ siteKind, hasOwnPostgres }, use) => {
      const { dataDir, remove } = await makeDataDir();
      const database = hasOwnPostgres ? undefined : await addDatabase(sharedPostgres());
      const env = { DATA_DIR: dataDir, ...(database ? { DATABASE_URL: urlOf(database) } : {}) };
      const site = await startSiteProcess({ ...env, ...siteKinds[siteKind] }, browserSite);
      await use({ url: site.url, dataDir, env });
      await site.end('SIGTERM');
      await remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  async context({ context }, use) {
    context.on('page', waitForPages);
    await use(context);
  },
  expectedErrors: [[], { option: true }],
  quietConsole: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        const text = message.text();
        if (message.type() === 'error') errors.push(`${text} (${message.location().url})`);
        // What the catalogues do not have is shown by its key.
        if (text.startsWith('Uncompiled message')) errors.push(text);
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await use();
      const unexpected = errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)));
      expect(unexpected, 'no error and no violated policy in the console').toEqual([]);
    },
    { auto: true },
  ],
  isRecorded: [false, { option: true }],
  soundHistory: [
    async ({ page, isRecorded }, use) => {
      const history = new ClientHistory();
      const finish = isRecorded ? recordPage(page, history) : undefined;
      await use();
      await finish?.();
      if (finish) await history.expectSound();
    },
    { auto: true },
  ],
  async createPlayer({ playwright, site }, use) {
    const opened: APIRequestContext[] = [];
    await use(async (fields = {}) => {
      const username = createName();
      const request = await playwright.request.newContext({
        baseURL: site.url,
        extraHTTPHeaders: { origin: site.url },
      });
      opened.push(request);
      const data = { username, email: `${username}@example.org`, password, adult: true, ...fields };
      expect((await request.post('/api/auth/register', { data })).status()).toBe(201);
      return { username, request };
    });
    for (const request of opened) await request.dispose();
  },
  async signIn({ context }, use) {
    await use(async () => {
      const username = createName();
      const response = await context.request.post('/api/auth/register', {
        data: { username, email: `${username}@example.org`, password, adult: true },
      });
      expect(response.status()).toBe(201);
      return username;
    });
  },
});

export { expect };

/**
 * Loading a player's page ends when it has taken the place of its shell, whose controls can be seen while no key or
 * script works yet. A test that says until when it waits, by `waitUntil`, sees the shell.
 */
const waitForPages = (page: Page): void => {
  const { goto, reload } = page;
  const shellLeft = () => expect(page.locator('.page-shell'), 'the page is in its place').toHaveCount(0);
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    if (!options?.waitUntil) await shellLeft();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    if (!options?.waitUntil) await shellLeft();
    return response;
  };
};

/** A toast by its title. */
export const toastOf = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Notification' }).locator('li').filter({ hasText: title });

/** The audit of a running site finds no fault. */
export const expectSoundBooks = async ({ env }: Pick<TestedSite, 'env'>): Promise<void> => {
  const audit = await runAudit(env);
  expect(audit.output).not.toContain('FAILED');
  expect(audit.code, audit.output).toBe(0);
};

/** The balance that the header shows. */
export const pillCoins = async (page: Page): Promise<number> => {
  const name = await page.getByRole('button', { name: /^Balance:/ }).getAttribute('aria-label');
  return Number((name ?? '').replaceAll(/\D/g, ''));
};

/** By the beginning of its name: the whole of it may contain a stake, and other names may contain it. */
export const mainButton = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}`) });

export const fillRegistration = async (page: Page, username: string): Promise<void> => {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: 'I am 18 or over' }).check();
};
