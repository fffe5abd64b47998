/** On every screen the stage and what is pressed most stand in view, and nothing is cut. */
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
    test(`${path} shows its stage and its main button together on a phone held sideways`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      for (const [width, height] of sideways) {
        await open(page, { path, button, width, height });
        const stage = (await page.locator('[data-part="stage"]').boundingBox())!;
        const action = (await mainButton(page, button).boundingBox())!;
        const where = `${width}x${height}`;
        expect.soft(stage.y, where).toBeGreaterThanOrEqual(0);
        expect.soft(stage.y + stage.height, where).toBeLessThanOrEqual(height);
        expect.soft(stage.height, where).toBeGreaterThan(180);
        expect.soft(action.y + action.height, where).toBeLessThanOrEqual(height);
        expect.soft(action.height, where).toBeGreaterThanOrEqual(44);
        const isApart = action.x >= stage.x + stage.width || action.y >= stage.y + stage.height;
        expect.soft(isApart, `${where}: beside each other`).toBe(true);
      }
    });

    test(`${path} shows its main button on a phone, and cuts nothing`, async ({ page, signIn }) => {
      await signIn();
      for (const [width, height] of [...upright, ...sideways]) {
        await open(page, { path, button, width, height });
        const action = (await mainButton(page, button).boundingBox())!;
        expect.soft(action.y, `${width}x${height}`).toBeGreaterThanOrEqual(0);
        expect.soft(action.y + action.height, `${width}x${height}`).toBeLessThanOrEqual(height);
        await expectNoSidewaysScroll(page);
        expect.soft(await page.evaluate(findCut), `${width}x${height}`).toEqual([]);
      }
    });
  }
});

const mainButton = (page: Page, name: string) => page.getByRole('button', { name });

interface Opened {
  path: string;
  button: string;
  width: number;
  height: number;
}

async function open(page: Page, { path, button, width, height }: Opened): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto(path);
  await mainButton(page, button).waitFor();
  await page.evaluate(() => document.fonts.ready);
}

/** Runs in the page: what can be read or pressed and reaches over the screen's edge, outside lists that scroll sideways. */
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
