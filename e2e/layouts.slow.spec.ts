/** On every screen the stage and the main button are in view, and nothing is cut off. */
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const games = [
  ['/games/aviator', 'Place Bet'],
  ['/games/minefield', 'Place Bet & Start'],
  ['/games/double-trouble', 'Place Bet'],
  ['/games/play-lottery', 'Place Bid'],
  ['/games/high-striker', 'Swing'],
] as const;
const sideways = [
  [740, 360],
  [844, 390],
] as const;
const upright = [
  [320, 640],
  [360, 640],
  [360, 740],
  [768, 1024],
] as const;

test.describe('layouts', { tag: '@phone' }, () => {
  for (const [path, button] of games) {
    test(`${path} fits every phone, and shows its stage and its main button together on one held sideways`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      await page.goto(path);
      await mainButton(page, button).waitFor();
      await page.evaluate(() => document.fonts.ready);
      for (const [width, height] of [...upright, ...sideways]) {
        await resize(page, width, height);
        const where = `${width}x${height}`;
        const action = (await mainButton(page, button).boundingBox())!;
        expect.soft(action.y, where).toBeGreaterThanOrEqual(0);
        expect.soft(action.y + action.height, where).toBeLessThanOrEqual(height);
        await expectNoSidewaysScroll(page);
        expect.soft(await page.evaluate(findCut), where).toEqual([]);
        if (width < height) continue;

        const stage = (await page.locator('[data-part="stage"]').boundingBox())!;
        expect.soft(stage.y, where).toBeGreaterThanOrEqual(0);
        expect.soft(stage.y + stage.height, where).toBeLessThanOrEqual(height);
        expect.soft(stage.height, where).toBeGreaterThan(180);
        expect.soft(action.height, where).toBeGreaterThanOrEqual(44);
        const isApart = action.x >= stage.x + stage.width || action.y >= stage.y + stage.height;
        expect.soft(isApart, `${where}: next to each other`).toBe(true);
      }
    });
  }
});

const mainButton = (page: Page, name: string) => page.getByRole('button', { name });

/** Resolves once the page has drawn itself at its new size, at its top. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    scrollTo({ top: 0, behavior: 'instant' });
    for (let frames = 0; frames < 2; frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
}

/** Runs in the page. Texts and controls that reach over the edge of the screen, outside lists that scroll sideways. */
function findCut(): string[] {
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  return [...document.querySelectorAll('main :is(button, a, input, p, h1, h2, dt, dd, li)')]
    .filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      const isShown = width > 1 && height > 1;
      return isShown && (left < -0.5 || right > innerWidth + 0.5) && !scrolls(element.parentElement);
    })
    .map((element) => `${element.tagName} ${element.textContent}`);
}
