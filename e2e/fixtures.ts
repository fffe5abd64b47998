/** What every test has: a page whose console must stay quiet, and players made in a moment. */
import { randomBytes } from 'node:crypto';
import { test as base, expect, type APIRequestContext, type Page } from '@playwright/test';

export const password = 'a meadow of lanterns';

export const newName = (): string => `fair_${randomBytes(5).toString('hex')}`;

interface Fixtures {
  /** Console errors that a test brings about on purpose. */
  expectedErrors: RegExp[];
  quietConsole: void;
  /** Signs a new player in, without the form. Answers the name. */
  signIn: () => Promise<string>;
  /** A player of another browser: his name, and calls in his name. */
  newPlayer: (more?: object) => Promise<{ username: string; request: APIRequestContext }>;
}

export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  quietConsole: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await use();
      const unexpected = errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)));
      expect(unexpected, 'no error and no violated policy in the console').toEqual([]);
    },
    { auto: true },
  ],
  async newPlayer({ playwright, baseURL }, use) {
    const opened: APIRequestContext[] = [];
    await use(async (more = {}) => {
      const username = newName();
      const request = await playwright.request.newContext(
        baseURL ? { baseURL, extraHTTPHeaders: { origin: baseURL } } : {},
      );
      opened.push(request);
      const data = { username, email: `${username}@example.org`, password, adult: true, ...more };
      expect((await request.post('/api/auth/register', { data })).status()).toBe(201);
      return { username, request };
    });
    for (const request of opened) await request.dispose();
  },
  async signIn({ context }, use) {
    await use(async () => {
      const username = newName();
      const response = await context.request.post('/api/auth/register', {
        data: { username, email: `${username}@example.org`, password, adult: true },
      });
      expect(response.status()).toBe(201);
      return username;
    });
  },
});

export { expect };

/** A toast by its title. */
export const toastOf = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Notification' }).locator('li').filter({ hasText: title });

/** What the pill in the header says. */
export const pillCoins = async (page: Page): Promise<number> => {
  const name = await page.getByRole('link', { name: /^Balance:/ }).getAttribute('aria-label');
  return Number((name ?? '').replaceAll(/\D/g, ''));
};

export const fillRegistration = async (page: Page, username: string): Promise<void> => {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: 'I am 18 or over' }).check();
};
