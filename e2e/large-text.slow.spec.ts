/** Where the browser's text is set to twice its size, nothing runs out of the page and no line is cut. */
import type { Page } from '@playwright/test';
import { gamePages, gameSweeps } from '../games/test/sweeps.ts';
import { expect, test } from './fixtures.ts';
import { launchOptions } from './playwright.config.ts';

/** Texts whose line does not fit into what clips it. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cut: string[] = [];
    // The page behind a dialog is inert.
    const root = document.querySelector('dialog[open]') ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim() ?? '';
      const around = node.parentElement;
      if (words === '' || around === null || around.closest('.sr-only, svg, script, [aria-hidden]')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width === 0 || text.height === 0) continue;
      // For screen readers alone.
      if (around.clientWidth <= 1 || around.closest('[class*="sr-only"]')?.clientWidth === 1) continue;
      for (let box: HTMLElement | null = around; box !== null; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const clip = box.getBoundingClientRect();
        const isCut =
          (/hidden|clip/.test(overflowX) && (text.left < clip.left - 1 || text.right > clip.right + 1)) ||
          (/hidden|clip/.test(overflowY) && (text.top < clip.top - 1 || text.bottom > clip.bottom + 1));
        if (isCut && box.scrollHeight > 0) {
          cut.push(words.slice(0, 40));
          break;
        }
        if (overflowX !== 'visible' || overflowY !== 'visible') break;
      }
    }
    return cut;
  });

/** How far the page runs out to the side, and the elements that do. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*:not(svg *)')].filter(
      (each) => each.getBoundingClientRect().right > clientWidth + 0.5,
    );
    return [
      `${scrollWidth - clientWidth}px`,
      ...wide.slice(0, 6).map(({ outerHTML }) => outerHTML.slice(0, 120)),
    ];
  });

const rootSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);

const publicPaths = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/how-to-play',
  '/about-us',
  '/faq',
  '/lab',
  '/blog',
  '/blog/what-each-bet-gives-back',
  '/contact-us',
  '/newsletter',
  '/confirm-email',
  '/confirm-new-email',
  '/notices',
  '/fairness',
  '/fairness/monitor',
  '/privacy-policy',
  '/terms-of-service',
  '/no-such-page',
];
const ownPaths = [
  '/games',
  '/leaderboard',
  '/profile',
  '/profile/security',
  '/profile/data',
  '/user',
  '/limits',
  ...gamePages.map(({ path }) => path),
];

/** The browser's own setting, which the breakpoints follow too. */
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions.args, '--blink-settings=defaultFontSize=32'],
  },
  expectedErrors: [/404/],
});

const expectAllText = async (page: Page, state: string): Promise<void> => {
  expect(await rootSize(page)).toBe('32px');
  await page.evaluate(() =>
    document.querySelectorAll('main details').forEach((each) => each.setAttribute('open', '')),
  );
  expect.soft(await cutTexts(page), state).toEqual([]);
  expect.soft(await tooWide(page), state).toEqual([]);
};

for (const [device, viewport] of [
  ['desktop', { width: 1280, height: 900 }],
  ['phone', { width: 360, height: 740 }],
] as const)
  test.describe(`at the width of a ${device}`, { tag: '@desktop' }, () => {
    test.use({ viewport });

    test('public pages show all of their text', async ({ page }) => {
      for (const path of publicPaths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
        await expectAllText(page, path);
      }
    });

    test('the pages of a player show all of their text', async ({ page, signIn }) => {
      await signIn();
      for (const path of ownPaths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
        await expect(page.getByRole('link', { name: /^Balance:/ })).toBeAttached();
        await expectAllText(page, path);
      }
    });

    test('the cards of games show all of their text while their figures load', async ({ page, signIn }) => {
      await signIn();
      await page.route('**/api/games/config', () => undefined);
      await page.goto('/games');
      await expect(page.getByRole('heading', { level: 2 })).not.toHaveCount(0);
      await expect(page.getByText('coins come back on average')).toHaveCount(0);
      await expectAllText(page, 'cards without figures');
    });

    for (const { id, dialogButtons } of gameSweeps)
      if (dialogButtons !== undefined)
        test(`the dialog of ${id} shows all of its text`, async ({ page, signIn }) => {
          await signIn();
          await page.goto('/games');
          const banner = page.getByRole('banner');
          await banner
            .getByRole('button', { name: new RegExp(dialogButtons.open, 'i') })
            .first()
            .click();
          await expect(page.getByRole('dialog')).toBeVisible();
          await expectAllText(page, id);
        });
  });
