/**
 * Pages of players before their script has run: the build's HTML shows the page as it is before its data, and the page
 * takes its place without a jump.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { playerBudgets } from './page-budgets.ts';
import { expectStill, observeShifts, refuseFonts } from './reflow.ts';

// What `refuseFonts` causes.
test.use({ expectedErrors: [/ERR_FAILED/] });

const never = (): void => undefined;

const holdApplication = (page: Page) => page.route(/\/assets\/main-[^/]*\.js$/, never);

const shellOf = (page: Page) => page.locator('.page-shell');

const checking = (page: Page) => page.getByRole('main').getByText('Checking who you are...');

test(
  "shows the heading of a player's page before the application runs, and nothing to press",
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await holdApplication(page);
    await page.goto('/leaderboard', { waitUntil: 'domcontentloaded' });
    await expect(shellOf(page).getByText('Leaderboard', { exact: true })).toBeInViewport();
    await expect(shellOf(page).getByText('All time')).toBeInViewport();
    await expect(shellOf(page)).toHaveJSProperty('inert', true);
    // Screen readers have this alone, and read the heading once.
    await expect(checking(page)).toHaveCSS('position', 'absolute');
  },
);

for (const isSignedIn of [true, false])
  test(
    `the header of ${isSignedIn ? 'a player' : 'a visitor'} is painted before the application runs`,
    { tag: '@desktop' },
    async ({ page, signIn }) => {
      if (isSignedIn) await signIn();
      await holdApplication(page);
      // Browsers may delete after a week what scripts stored; the cookie is the server's.
      await page.addInitScript(() => localStorage.clear());
      await page.goto('/about-us', { waitUntil: 'domcontentloaded' });
      const header = page.getByRole('banner');
      const links = header.getByRole('navigation', { name: 'Main' });
      if (isSignedIn) {
        for (const name of ['Games', 'Leaderboard', 'Blog'])
          await expect(links.getByRole('link', { name })).toBeInViewport();
        await expect(header.getByRole('link', { name: 'Login' })).toHaveCount(0);
      } else {
        await expect(links).toHaveCount(0);
        await expect(header.getByRole('link', { name: 'Login' })).toBeInViewport();
      }
    },
  );

test(
  "a player's header takes the place of its links without a jump",
  { tag: ['@desktop', '@nightly'] },
  async ({ page, signIn }) => {
    await signIn();
    const released = Promise.withResolvers<void>();
    await page.route(/\/assets\/main-[^/]*\.js$/, async (route) => {
      await released.promise;
      await route.fallback();
    });
    await page.goto('/about-us', { waitUntil: 'domcontentloaded' });
    await page.evaluate(() => document.fonts.ready);
    const header = page.getByRole('banner');
    const place = () => header.getByRole('link', { name: 'Leaderboard' }).boundingBox();
    const before = await place();
    expect(before).not.toBeNull();
    released.resolve();
    await expect(header.getByRole('button', { name: 'Games' })).toBeVisible();
    expect(await place()).toEqual(before);
  },
);

test.describe('without a session', () => {
  test.use({ expectedErrors: [/401 .*\/api\/user\/me/] });

  test('shows nobody who never signed in the page of a player', { tag: '@phone' }, async ({ page }) => {
    await holdApplication(page);
    await page.goto('/leaderboard', { waitUntil: 'domcontentloaded' });
    await expect(checking(page)).toBeInViewport();
    await expect(shellOf(page)).toBeHidden();
  });

  test(
    'somebody who signed in before is led to the login, and requests nothing else',
    { tag: '@phone' },
    async ({ page }) => {
      await page.goto('/faq');
      await page.evaluate(() => localStorage.setItem('signed-in', '1'));
      const requests: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/')) requests.push(pathname);
      });
      await page.goto('/leaderboard');
      await expect(page).toHaveURL('/login');
      expect(requests).toEqual(['/api/user/me']);
    },
  );
});

test(
  'the page takes the place of its shell without a jump',
  { tag: ['@phone', '@nightly'] },
  async ({ page, signIn }) => {
    await signIn();
    await page.addInitScript(observeShifts);
    await refuseFonts(page);
    for (const path of Object.keys(playerBudgets)) {
      const player = Promise.withResolvers<void>();
      const data = Promise.withResolvers<void>();
      await page.route('**/api/**', async (route) => {
        await (route.request().url().endsWith('/user/me') ? player : data).promise;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await expect(shellOf(page)).toBeVisible();
      expect.soft(await readRepeatedIds(page), `ids of ${path} that two elements have`).toEqual([]);
      const before = await placesIn(shellOf(page));
      player.resolve();
      await expect(shellOf(page)).toHaveCount(0);
      // All of /profile is the player's.
      if (path !== '/profile')
        expect.soft(await placesIn(page.getByRole('main')), `what is where on ${path}`).toEqual(before);
      await expectStill(page, path);
      data.resolve();
      await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await page.unroute('**/api/**');
    }
  },
);

/** Places of headings and controls, from the top of the page to its end. */
const placesIn = (part: Locator): Promise<string[]> =>
  part.locator('h1, h2, button, input').evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width } = element.getBoundingClientRect();
      const place = [x, y + window.scrollY, width].map(Math.round).join(' ');
      return `${element.tagName} ${element.textContent.slice(0, 20)}: ${place}`;
    }),
  );

const readRepeatedIds = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
  });
