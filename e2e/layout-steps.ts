/** Sizes of screens, and what tests of layouts ask of a page. */
import type { Page } from '@playwright/test';

export const sideways = [
  [740, 360],
  [844, 390],
] as const;
export const upright = [
  [320, 640],
  [360, 640],
  [360, 740],
  [390, 844],
  [430, 932],
  [480, 844],
  [768, 1024],
] as const;
export const desktops = [
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
] as const;

/** Resolves once the page has drawn itself at its new size, at its top and its dialog's. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    scrollTo({ top: 0, behavior: 'instant' });
    // A press scrolls to its button, and the dialog's cross out of sight.
    document.querySelector('dialog')?.scrollTo({ top: 0, behavior: 'instant' });
    for (let frames = 0; frames < 2; frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
}

/** Lists the elements that the window cuts or something else covers. It runs in the page. */
export function findHidden(selector: string): string[] {
  return [...document.querySelectorAll(selector)]
    .filter((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1) return false;
      const edges = [
        [left + width / 2, top + 2],
        [left + width / 2, top + height - 2],
        [left + 2, top + height / 2],
        [left + width - 2, top + height / 2],
      ] as const;
      return edges.some(([x, y]) => {
        const seen = document.elementFromPoint(x, y);
        return seen === null || !(seen.contains(element) || element.contains(seen));
      });
    })
    .map((element) => `${element.tagName} ${element.ariaLabel ?? element.textContent}`);
}
