/** Dialogs are files of their own: while one does not come, the page says so, and another press tries again. */
import type { Page } from '@playwright/test';
import { gameSweeps } from '../games/test/sweeps.ts';
import { expect, test } from './fixtures.ts';
import { openMenu, playAsGuest, texts } from './guest-steps.ts';

test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch|Unable to preload|dynamically imported/] });

const files = /\/assets\/.*\.(js|css)$/;

/** Opens a dialog by a way that ends with a press of the button. */
const expectSecondPress = async (
  page: Page,
  name: string | RegExp,
  press: () => Promise<void>,
): Promise<void> => {
  await page.route(files, (route) => route.abort());
  await press();
  const line = page.getByRole('alert').filter({ hasText: 'This could not be loaded.' });
  await expect(line, String(name)).toBeVisible();
  await expect(page.getByRole('dialog', { name })).toHaveCount(0);
  await page.unroute(files);
  await press();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  await expect(line).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name })).toHaveCount(0);
};

test('a dialog whose file does not come is announced as missing, and opens with the next press', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.setViewportSize({ width: 1024, height: 740 });
  await page.goto('/games');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await expectSecondPress(page, 'Notices', () => button(/^Notices/).click());
  await expectSecondPress(page, 'Watch an ad', () =>
    button(/^Watch an ad/)
      .first()
      .click(),
  );
  for (const { dialogButtons } of gameSweeps)
    if (dialogButtons) await expectSecondPress(page, /./, () => button(dialogButtons.open).first().click());
});

test('the dialogs of a guest open once their files come, and by their own retry', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 740 });
  await playAsGuest(page);
  const entry = async (name: string): Promise<void> => {
    await openMenu(page, texts['en-US']);
    await page.getByRole('button', { name, exact: true }).click();
  };
  await expectSecondPress(page, 'Keep this account', () => entry('Keep this account'));
  await page.route(files, (route) => route.abort());
  await entry('Log out');
  const line = page.getByRole('alert').filter({ hasText: 'This could not be loaded.' });
  await expect(line).toBeVisible();
  await page.unroute(files);
  await line.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('dialog')).toContainText('Keep');
});

/** From now on no file comes before the page is loaded again, as Firefox has it of those that did not come once. */
const loseFilesOfThisPage = async (page: Page): Promise<void> => {
  let isSamePage = true;
  await page.evaluate(() => Object.assign(window, { samePage: true }));
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isSamePage = false;
  });
  await page.route(files, (route) =>
    isSamePage && route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
};

test(
  'a dialog whose file this page cannot load any more offers to load the page',
  { tag: '@desktop' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games');
    const notices = page.getByRole('button', { name: /^Notices/ });
    await expect(notices).toBeVisible();
    await loseFilesOfThisPage(page);
    await notices.click();
    const line = page.getByRole('alert').filter({ hasText: 'This could not be loaded.' });
    await line.getByRole('button', { name: 'Retry' }).click();
    await line.getByRole('button', { name: 'Reload' }).click();
    await expect(line).toHaveCount(0);
    await notices.click();
    await expect(page.getByRole('dialog', { name: 'Notices' })).toBeVisible();
  },
);

test(
  'a page that cannot load its program any more is loaded again for a press',
  {
    tag: '@phone',
  },
  async ({ page }) => {
    await page.goto('/faq');
    await loseFilesOfThisPage(page);
    await page.locator('header').getByRole('button').first().click();
    const isSamePage = () => page.evaluate(() => 'samePage' in window).catch(() => true);
    await expect.poll(isSamePage, { timeout: 30_000 }).toBe(false);
  },
);
