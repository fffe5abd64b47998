/**
 * No page moves what a reader looks at while the rest of it arrives. By keyboard alone, the focus can
 * then be seen wherever Tab leads.
 */
import type { Page } from '@playwright/test';
import { betCalls } from '../games/test/sweeps.ts';
import { expect, test } from './fixtures.ts';
import { expectFocusSeen, expectStill, observeShifts, openWhole, publicPaths, unfold } from './reflow.ts';
import { guardedRoutes } from './route-texts.ts';

test.use({ siteKind: 'calm', expectedErrors: [/400|401|404/] });

const expectStillAndSeen = async (page: Page, path: string): Promise<void> => {
  await openWhole(page, path);
  await expectStill(page, path);
  await unfold(page);
  await expectFocusSeen(page, path);
};

test.beforeEach(({ page }) => page.addInitScript(observeShifts));

test('no public page moves while it loads, and the focus can be seen wherever Tab leads', async ({
  page,
}) => {
  for (const path of publicPaths) await expectStillAndSeen(page, path);
});

test('no page of a player with bets moves while it loads, and the focus can be seen wherever Tab leads', async ({
  page,
  context,
  signIn,
  site,
}) => {
  const username = await signIn();
  for (const { path, body } of [...betCalls, ...betCalls]) {
    const answer = await context.request.post(`/api${path}`, { data: body, headers: { origin: site.url } });
    expect([201, 409], 'placed, or refused since a round is closed').toContain(answer.status());
  }
  for (const path of ['/', ...guardedRoutes(username).map((route) => route.path)])
    await expectStillAndSeen(page, path);
});

test('the fonts take the place of their stand-ins without a jump that a reader would notice', async ({
  page,
}) => {
  for (const path of ['/contact-us', '/faq', '/fairness']) {
    const wanted = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await wanted.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    wanted.resolve();
    await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loaded');
    await page.waitForLoadState('networkidle');
    // Web vitals call less than 0.1 good.
    await expectStill(page, path, 0.1);
    await page.unroute('**/*.woff2');
  }
});
