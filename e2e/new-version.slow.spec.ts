/** A page that was open while the site got a new version, whose files have other names. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test.use({ expectedErrors: [/404/] });

/**
 * From now on until the page is loaded again, the files of this page are gone, except the first: its name is that of
 * its content, which a new version may have as well.
 */
const replaceSite = async (page: Page): Promise<void> => {
  let isReplaced = true;
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isReplaced = false;
  });
  await page.route('**/assets/*.js', (route) =>
    isReplaced && !route.request().url().includes('/assets/first-')
      ? route.fulfill({ status: 404, body: '' })
      : route.continue(),
  );
};

const isSameDocument = (page: Page): Promise<boolean> => page.evaluate(() => 'sameDocument' in window);

test(
  'a page whose file is gone loads the new version by itself',
  { tag: '@desktop' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games');
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    await replaceSite(page);
    await page.getByRole('link', { name: 'Leaderboard' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible();
    await expect(page).toHaveURL('/leaderboard');
    expect(await isSameDocument(page), 'the page was loaded again').toBe(false);
  },
);

test(
  'it is offered where the page was loaded again a moment ago',
  { tag: '@desktop' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games');
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    await page.evaluate(() => sessionStorage.setItem('reloaded-at', String(Date.now())));
    await replaceSite(page);
    await page.getByRole('link', { name: 'Leaderboard' }).first().click();
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'A new version is available' })).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
    await main.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible();
  },
);

test(
  'a page that nobody has touched yet loads it with the first press',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/faq');
    await replaceSite(page);
    await page.keyboard.press('Shift');
    await expect.poll(() => isSameDocument(page).catch(() => true)).toBe(false);
  },
);
