/** Pages that the browser kept when they were left, and shows again as they were. */
import type { BrowserContext, Page } from '@playwright/test';
import { gamePages } from '../games/test/sweeps.ts';
import { signInStaff } from './console-steps.ts';
import { expect, test } from './fixtures.ts';
import { launchOptions } from './playwright.config.ts';
import { findWholeChromium, wholeChromiumMissing } from '../scripts/chromium.ts';

const wholeChromium = findWholeChromium();

test.use({
  launchOptions: {
    ...launchOptions,
    ...(wholeChromium === undefined ? {} : { executablePath: wholeChromium }),
    args: [...launchOptions.args, '--headless=new'],
    // The test library starts browsers that keep no page.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
  expectedErrors: [/401|ERR_INTERNET_DISCONNECTED|WebSocket/],
});

// Not while the file is read, which all lanes do.
test.beforeAll(() => expect(wholeChromium, wholeChromiumMissing).toBeDefined());

/** Notes when the browser shows a kept page again. */
const noteReturns = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) sessionStorage.setItem('test-kept', location.pathname);
    });
  });

const goBack = (page: Page): Promise<void> => page.evaluate(() => history.back());

const expectKept = (page: Page, path: string): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('test-kept')).catch(() => null), {
      message: 'the browser kept the page',
    })
    .toBe(path);

const signOutElsewhere = async (context: BrowserContext, url: string): Promise<void> => {
  const answer = await context.request.post('/api/auth/logout', { headers: { origin: url } });
  expect(answer.ok()).toBe(true);
};

test(
  'a live game connects at once, and asks for its data again',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    const live = gamePages.find(({ needsNoLive }) => !needsNoLive);
    if (!live) throw new Error('no game is live');
    await signIn();
    await noteReturns(page);
    await page.addInitScript(() => {
      const opened: WebSocket[] = [];
      class NotedSocket extends WebSocket {
        constructor(url: string) {
          super(url);
          opened.push(this);
        }
      }
      Object.assign(window, { WebSocket: NotedSocket, openedSockets: opened });
    });
    const states = () =>
      page.evaluate(() =>
        (window as unknown as { openedSockets: WebSocket[] }).openedSockets.map(
          ({ readyState }) => readyState,
        ),
      );
    await page.goto(live.path);
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    await expect.poll(states).toEqual([WebSocket.OPEN]);
    const notConnected = page.getByText('Not connected. Trying again.');
    await expect(notConnected).toHaveCount(0);
    // A connection that is opened after a wait is never opened.
    await page.evaluate(() => {
      const start = window.setTimeout;
      const withoutLong = (run: () => void, ms?: number) => ((ms ?? 0) >= 1_000 ? 0 : start(run, ms));
      Object.assign(window, { setTimeout: withoutLong });
    });
    await page.goto('/privacy-policy');
    const asked = page.waitForRequest('**/api/user/me');
    await goBack(page);
    await expectKept(page, live.path);
    await asked;
    await expect.poll(states, 'a new connection').toEqual([WebSocket.CLOSED, WebSocket.OPEN]);
    await expect(notConnected).toHaveCount(0);
  },
);

test(
  'a player who has logged out is forgotten at once, without a network too',
  { tag: '@desktop' },
  async ({ page, context, signIn }) => {
    const username = await signIn();
    await noteReturns(page);
    await page.goto('/profile');
    const address = page.getByText(`${username}@example.org`);
    await expect(address.first()).toBeVisible();
    await page.goto('/games');
    await page.getByRole('button', { name: `Account of ${username}` }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    await context.setOffline(true);
    await goBack(page);
    await expectKept(page, '/profile');
    await expect(page.getByText(username)).toHaveCount(0);
    await context.setOffline(false);
  },
);

test(
  'a page of a session that ended elsewhere stays hidden until the server has answered',
  { tag: '@phone' },
  async ({ page, context, signIn, baseURL }) => {
    const username = await signIn();
    await noteReturns(page);
    await page.goto('/profile');
    await expect(page.getByText(`${username}@example.org`).first()).toBeVisible();
    await page.goto('/about-us');
    await signOutElsewhere(context, baseURL ?? '');
    expect(await page.evaluate(() => localStorage.getItem('signed-in')), 'this browser does not know').toBe(
      '1',
    );
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/user/me', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await goBack(page);
    await expectKept(page, '/profile');
    await expect(page.locator('#root')).toBeHidden();
    answer.resolve();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(username)).toHaveCount(0);
  },
);

test(
  'a page whose session cannot be asked for is loaded again, as if it had not been kept',
  { tag: '@phone' },
  async ({ page, context, signIn }) => {
    const username = await signIn();
    await noteReturns(page);
    await page.goto('/profile');
    await expect(page.getByText(`${username}@example.org`).first()).toBeVisible();
    await page.goto('/about-us');
    await context.setOffline(true);
    await goBack(page);
    await expect(page.getByText(`${username}@example.org`)).toHaveCount(0);
    await expect(page.locator('#root'), "the browser's own page").toHaveCount(0);
    await context.setOffline(false);
  },
);

test('a page of the console is loaded again', { tag: '@desktop' }, async ({ page, context, site }) => {
  await signInStaff(context, site, 'operator');
  await noteReturns(page);
  await page.goto('/console/now');
  await expect(page.getByRole('heading', { level: 1, name: 'Now' })).toBeVisible();
  await page.goto('/about-us');
  await context.clearCookies();
  await goBack(page);
  await expectKept(page, '/console/now');
  await expect(page.getByLabel('Name')).toBeVisible();
});
