/** No toast covers what a player needs, on any page, in any dialog, at any size of screen. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { nextFrames } from './frames.ts';
import { startApplication } from '../apps/web/build/page-weight.ts';
import { placeBidButton, punch } from '../games/lottery/test/page-steps.ts';
import { begin, openMeadow } from '../games/minefield/test/page-steps.ts';
import { guardedRoutes, publicRoutes } from './route-texts.ts';

/** All places are reported, not the first one alone. */
const softly = expect.configure({ soft: true });

const sizes = [
  [320, 640],
  [360, 640],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [740, 360],
  [844, 390],
] as const;

test.describe('toasts', { tag: '@desktop' }, () => {
  test.beforeEach(async ({ page }) => {
    // Toasts never expire, so that one is shown on all pages.
    await page.addInitScript(() => {
      const { setTimeout: original } = window;
      const patient = (run: TimerHandler, ms?: number, ...more: unknown[]) =>
        ms === 5_000 ? 0 : original(run, ms, ...more);
      Object.assign(window, { setTimeout: patient });
    });
  });

  test('cover nothing on every page of a player', async ({ page, signIn }) => {
    const username = await signIn();
    await page.goto('/games/play-lottery');
    await punch(page, [4, 11, 19, 26, 38, 45]);
    await placeBidButton(page).click();
    await expect(toasts(page)).toHaveCount(1);
    await copyLink(page);
    await expect(toasts(page)).toHaveCount(2);
    for (const { path } of [...publicRoutes, ...guardedRoutes(username)]) {
      await moveTo(page, path);
      await expectClear(page, path);
    }
    await openDrawer(page);
    await expectClear(
      page,
      'the drawer',
      sizes.filter(([width]) => width < 768),
    );
  });

  test('cover nothing on every page of a visitor', async ({ page }) => {
    await page.goto('/contact-us');
    await page.getByLabel('Name').fill('A visitor');
    await page.getByLabel('Email').fill('visitor@example.org');
    await page.getByLabel('Subject').fill('Lanterns');
    await page.getByLabel('Message').fill('They glow.');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(toasts(page)).toHaveCount(1);
    for (const { path } of publicRoutes) {
      await moveTo(page, path);
      await expectClear(page, path);
    }
  });

  test('cover nothing in every dialog', async ({ page, signIn }) => {
    await signIn();
    await copyLink(page);
    const dialog = page.getByRole('dialog');
    const close = async (): Promise<void> => {
      await page.setViewportSize({ width: 1280, height: 720 });
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(dialog).toHaveCount(0);
    };
    for (const name of ['Choose another picture', 'Change Password', 'Close account']) {
      await page.getByRole('button', { name }).click();
      await dialog.waitFor();
      await expectClear(page, name);
      await close();
    }
    await page.getByRole('button', { name: 'Daily wheel', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Spin to Win!' })).toBeEnabled();
    await expectClear(page, 'the wheel');
    await page.setViewportSize({ width: 1280, height: 720 });
    await dialog.getByRole('button', { name: 'Spin to Win!' }).click();
    await expect(toasts(page).filter({ hasText: 'Spin Wheel Result' })).toHaveCount(1);
    await expectClear(page, 'the wheel after its spin');
    await close();
    await moveTo(page, '/games');
    await page.getByRole('button', { name: /^Watch an ad: / }).click();
    await expect(dialog.getByRole('button', { name: 'Start', exact: true })).toBeEnabled();
    await expectClear(page, 'a poster that is offered');
    await page.setViewportSize({ width: 1280, height: 720 });
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Watch another' })).toBeVisible();
    await expectClear(page, 'a poster that was paid');
    await close();
  });

  test('cover neither a meadow in play nor its figures', async ({ page, signIn }) => {
    await signIn();
    await openMeadow(page);
    await begin(page);
    await expect(toasts(page)).toHaveCount(1);
    await expectClear(page, 'a meadow in play');
    for (const [width, height] of [
      [360, 640],
      [740, 360],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      await nextFrames(page);
      const covered = () =>
        page.evaluate(() => {
          const toast = document.querySelector('[data-toast]')!.getBoundingClientRect();
          return [...document.querySelectorAll('[data-tile]')].filter((tile) => {
            const { top, bottom, left, right } = tile.getBoundingClientRect();
            return top < toast.bottom && bottom > toast.top && left < toast.right && right > toast.left;
          }).length;
        });
      await expect.poll(covered, `the plots stay free where there is room: ${width}x${height}`).toBe(0);
    }
  });

  test('lie below one another, and on phones in one stack that the keyboard spreads', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto('/profile');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await openMeadowWithin(page);
    await begin(page);
    await expect(toasts(page)).toHaveCount(2);
    const [older, newer] = [toasts(page).first(), toasts(page).last()];
    const belowOlder = async () =>
      (await newer.boundingBox())!.y - (await older.boundingBox())!.y - (await older.boundingBox())!.height;
    await expect.poll(belowOlder, 'neither hides the other').toBeGreaterThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    // The older one moves to where the toasts of this page are.
    await expect(async () => {
      const lower = (await older.boundingBox())!;
      const front = (await newer.boundingBox())!;
      expect(lower.y, 'an edge of the older one shows').toBeLessThan(front.y);
      expect(front.y - lower.y).toBeLessThan(12);
      expect(lower.width).toBeLessThan(front.width);
    }).toPass({ timeout: 30_000 });
    await expect(newer).toContainText('Game On!');
    await page.keyboard.press('F8');
    await expect
      .poll(async () => (await newer.boundingBox())!.y - (await older.boundingBox())!.y)
      .toBeGreaterThan(44);
  });

  test('leave Escape to a dialog first', async ({ page, signIn }) => {
    await signIn();
    await page.goto('/profile');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Daily wheel', exact: true }).click();
    await page.getByRole('button', { name: 'Spin to Win!' }).click();
    await expect(toasts(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(toasts(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(toasts(page)).toHaveCount(0);
  });
});

const toasts = (page: Page) => page.locator('[data-toast]');

async function copyLink(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  if (page.url() === 'about:blank') await page.goto('/profile');
  else await moveTo(page, '/profile');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(toasts(page).filter({ hasText: 'Copied!' })).toHaveCount(1);
}

async function openDrawer(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').waitFor();
}

async function openMeadowWithin(page: Page): Promise<void> {
  await moveTo(page, '/games/minefield');
  await expect(page.getByRole('button', { name: 'Place Bet & Start' })).toBeEnabled();
}

/** Navigates within the application, so that toasts stay. */
async function moveTo(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  await startApplication(page);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await page.waitForLoadState('networkidle');
}

async function expectClear(
  page: Page,
  where: string,
  at: readonly (readonly [number, number])[] = sizes,
): Promise<void> {
  for (const [width, height] of at) {
    await page.setViewportSize({ width, height });
    softly(await page.evaluate(findCovered), `${where} at ${width}x${height}`).toEqual([]);
  }
}

/**
 * Runs in the page, at its top, its middle and its end. Judges by what is drawn, not by the marks that the page itself
 * places toasts by.
 */
async function findCovered(): Promise<string[]> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isPrimary = (element: Element) =>
    getComputedStyle(element).backgroundColor === 'rgb(255, 209, 102)' && !element.matches(':disabled');
  const findNow = (): string[] => {
    const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
    const needed = [
      ...[...(dialog ?? document).querySelectorAll('a, button')].filter(isPrimary),
      ...document.querySelectorAll('a[aria-label^="Balance:"]'),
      ...(dialog?.querySelectorAll('button[aria-label="Close"]') ?? []),
      ...(dialog === undefined
        ? document.querySelectorAll('[data-part="multiplier"], [data-part="seconds"], [data-part="figures"]')
        : []),
    ].filter((element) => element.closest('[data-toast]') === null);
    const covered: string[] = [];
    for (const toast of document.querySelectorAll('[data-toast]')) {
      const one = toast.getBoundingClientRect();
      if (one.left < 0 || one.top < 0 || one.right > innerWidth || one.bottom > innerHeight)
        covered.push('a toast leaves the page');
      for (const element of needed) {
        const other = element.getBoundingClientRect();
        if (other.width === 0 || other.height === 0) continue;
        const isApart =
          one.right <= other.left ||
          one.left >= other.right ||
          one.bottom <= other.top ||
          one.top >= other.bottom;
        if (!isApart)
          covered.push(`${element.tagName} ${element.textContent} ${element.getAttribute('aria-label')}`);
      }
    }
    return covered;
  };
  const all: string[] = [];
  for (const share of [0, 0.5, 1]) {
    const dialog = document.querySelector('[role="dialog"]')?.parentElement;
    const scrolled = dialog ?? document.documentElement;
    const reach = scrolled.scrollHeight - scrolled.clientHeight;
    if (share > 0 && reach === 0) break;
    scrolled.scrollTop = share * reach;
    // In the first frame a toast moves away from what has appeared below it, which may be a part that has just loaded.
    await nextFrame();
    await nextFrame();
    const startedAt = performance.now();
    let covered = findNow();
    while (covered.length > 0 && performance.now() - startedAt < 5_000) {
      await nextFrame();
      covered = findNow();
    }
    all.push(...covered.map((what) => `scrolled by ${share}: ${what}`));
  }
  return all;
}
