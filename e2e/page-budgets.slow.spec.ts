/** Script that a page has loaded once it is used, and its requests: none may pass its budget, see page-budgets.ts. */
import type { Page } from '@playwright/test';
import { excessOf, readWeight, startApplication, type PageBudget } from '../apps/web/build/page-weight.ts';
import { expect, test } from './fixtures.ts';
import { controlLiveConnection } from './live-connection.ts';
import { fileOfBudget, playerBudgets, publicBudgets } from './page-budgets.ts';

/**
 * The budget is that of a first load: answers of the browser's cache may have no size, and it
 * has none for routed requests.
 */
const withoutCache = (page: Page) => page.route('**/theme.js', (route) => route.continue());

const expectWithinBudget = async (page: Page, path: string, budget: PageBudget): Promise<void> => {
  await startApplication(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.waitForLoadState('networkidle');
  const weight = await readWeight(page);
  // The application itself is more than this; less was not measured.
  expect(weight.scriptBytes / 1024, path).toBeGreaterThan(60);
  expect.soft(excessOf(path, weight, { budget, file: fileOfBudget(path) }), path).toBe('');
};

test('public pages load no more than their budgets', { tag: '@desktop' }, async ({ page }) => {
  await withoutCache(page);
  for (const [path, budget] of Object.entries(publicBudgets)) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expectWithinBudget(page, path, budget);
  }
});

/** Its HTML names all of its script, and it asks for its player once. */
const expectRequestedAtOnce = async (page: Page, path: string): Promise<void> => {
  // Until the player is known: the network may also be idle because the machine is busy.
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  const { later, players } = await readRequests(page);
  expect
    .soft(
      later,
      `script of ${path} that its HTML does not name: ` +
        'import it directly, as lazyPart is for what a page only sometimes shows',
    )
    .toEqual([]);
  expect.soft(players, `requests for the player on ${path}`).toBe(1);
};

test(
  "a player's pages load no more than their budgets, all of their script at once",
  { tag: '@desktop' },
  async ({ page, signIn }) => {
    await signIn();
    await muteTables(page);
    await withoutCache(page);
    for (const [path, budget] of Object.entries(playerBudgets)) {
      await expectRequestedAtOnce(page, path);
      await expectWithinBudget(page, path, budget);
      await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    }
  },
);

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' });
  test(
    "a player's page requests all of its script at once, and the player once",
    { tag: ['@desktop', '@nightly'] },
    async ({ page, signIn }) => {
      await signIn();
      await muteTables(page);
      for (const path of Object.keys(playerBudgets)) await expectRequestedAtOnce(page, path);
    },
  );
});

/** The lists of bets are loaded once somebody plays, as another test may have done. */
const muteTables = async (page: Page): Promise<void> =>
  (await controlLiveConnection(page)).mute(/"\w+Table_response"/);

const readRequests = (page: Page): Promise<{ later: string[]; players: number }> =>
  page.evaluate(() => {
    const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    const named = [...document.head.querySelectorAll('script[src], link[href]')].map((each) =>
      each.getAttribute(each instanceof HTMLScriptElement ? 'src' : 'href'),
    );
    return {
      later: paths.filter((path) => path.endsWith('.js') && !named.includes(path)),
      players: paths.filter((path) => path === '/api/user/me').length,
    };
  });
