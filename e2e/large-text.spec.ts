/** Where the browser's text is set to twice its size, nothing runs out of the page and no line is cut. */
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { launchOptions } from './playwright.config.ts';

/** Texts whose line does not fit into what clips it. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cut: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
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
          (overflowX === 'hidden' && (text.left < clip.left - 1 || text.right > clip.right + 1)) ||
          (overflowY === 'hidden' && (text.top < clip.top - 1 || text.bottom > clip.bottom + 1));
        if (isCut && box.scrollHeight > 0) {
          cut.push(words.slice(0, 40));
          break;
        }
        if (overflowX !== 'visible' || overflowY !== 'visible') break;
      }
    }
    return cut;
  });

const rootSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);

const publicPaths = ['/', '/login', '/register', '/how-to-play', '/about-us', '/faq', '/blog', '/contact-us'];
const ownPaths = [
  '/games',
  '/leaderboard',
  '/profile',
  '/limits',
  '/games/aviator',
  '/games/minefield',
  '/games/double-trouble',
  '/games/play-lottery',
  '/games/high-striker',
];

/** The browser's own setting, which the breakpoints follow too. */
test.use({
  viewport: { width: 1280, height: 900 },
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions.args, '--blink-settings=defaultFontSize=32'],
  },
});

test('public pages show all of their text', { tag: '@desktop' }, async ({ page }) => {
  for (const path of publicPaths) {
    await page.goto(path);
    expect(await rootSize(page)).toBe('32px');
    expect.soft(await cutTexts(page), path).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
});

test('the pages of a player show all of their text', { tag: '@desktop' }, async ({ page, signIn }) => {
  await signIn();
  for (const path of ownPaths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    expect(await rootSize(page)).toBe('32px');
    expect.soft(await cutTexts(page), path).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
});
