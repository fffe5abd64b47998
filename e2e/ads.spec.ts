/** Ad rewards in a browser: an ad is watched to its end, and its coins are paid. */
import type { Page } from '@playwright/test';
import { expect, pillCoins, test } from './fixtures.ts';
import { expectAccessibleByNightAndDay } from './accessible.ts';

// The starts that the day's limit refuses, and that a blocker stops.
test.use({ expectedErrors: [/(403|ERR_FAILED) .*\/api\/ads\/start/] });

const openAds = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Watch an ad/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Watch an ad' });
  await expect(dialog).toBeVisible();
  return dialog;
};

test(
  'pays the coins of an ad that was watched, with a toast',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games');
    const dialog = await openAds(page);
    await expect(dialog).toContainText('2 seconds');
    await expect(dialog).toContainText('50 coins');
    await expect(dialog.getByRole('figure')).toContainText('The fair is open');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await expect(dialog).toContainText('The countdown pauses while this page is hidden.');
    await expect(dialog.getByRole('button', { name: 'Watch another' })).toBeVisible();
    await expect(dialog).toContainText('9 more today.');
    await expect(page.locator('li').filter({ hasText: 'Thanks for watching' })).toContainText(
      '50 coins were added to your balance.',
    );
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(dialog).toBeHidden();
    expect(await pillCoins(page)).toBe(1050);
  },
);

test(
  'pauses the countdown while the page is hidden',
  { tag: ['@phone', '@nightly'] },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games');
    const dialog = await openAds(page);
    await page.evaluate(() =>
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }),
    );
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await expect(dialog).toContainText('Paused: the page was hidden.');
    await expectAccessibleByNightAndDay(page, 'a poster');
    const before = await dialog.getByRole('progressbar').getAttribute('aria-valuenow');
    // Longer than the ad.
    await page.waitForFunction(
      (since) => performance.now() - since > 2_500,
      await page.evaluate(() => performance.now()),
    );
    expect(await dialog.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(before);
    await page.evaluate(() =>
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true }),
    );
    await expect(dialog.getByRole('button', { name: 'Watch another' })).toBeVisible();
  },
);

test(
  'pays nothing for an ad that was closed, and offers none after the last of the day',
  { tag: '@phone' },
  async ({ page, context, signIn }) => {
    await signIn();
    await page.goto('/games');
    const dialog = await openAds(page);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await pillCoins(page)).toBe(1000);

    await page.route('**/api/ads/start', (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          title: 'Limit reached',
          status: 403,
          detail: 'No more.',
          code: 'limit_reached',
        }),
      }),
    );
    await openAds(page);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect(dialog).toContainText('That was the last ad for today. There are more tomorrow.');
    expect(((await (await context.request.get('/api/user/me')).json()) as { coins: number }).coins).toBe(
      1000,
    );
  },
);

test(
  'shows the fair for an ad that it has no poster of, and names a blocker where one stops the call',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games');
    await page.route('**/api/ads/start', (route) => route.abort());
    const dialog = await openAds(page);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'The ad could not be loaded. An ad blocker or the connection may have stopped it.',
    );
    await page.unroute('**/api/ads/start');
    await page.route('**/api/ads/start', async (route) => {
      const response = await route.fetch();
      const view = (await response.json()) as object;
      await route.fulfill({
        response,
        json: { ...view, creative: { kind: 'network', name: 'spring-sale' } },
      });
    });
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await expect(dialog.getByRole('figure')).toContainText('The fair is open');
  },
);
