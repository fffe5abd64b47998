/** What a screen reader is given by the live regions of a page, line by line. */
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    spokenLines: string[];
  }
}

/** To be called before the page is opened. */
export const recordSpoken = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    window.spokenLines = [];
    const known = new WeakMap<Element, string>();
    const note = (): void => {
      for (const region of document.querySelectorAll('[role=status], [role=alert], [aria-live=polite]')) {
        const text = region.closest('[hidden]') ? '' : region.textContent.replaceAll(/\s+/g, ' ').trim();
        if (known.get(region) === text) continue;
        known.set(region, text);
        if (text !== '') window.spokenLines.push(text);
      }
    };
    new MutationObserver(note).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['hidden', 'role'],
    });
  });
};

export const spokenLines = (page: Page): Promise<string[]> => page.evaluate(() => window.spokenLines);

/** What is in live regions now, said or not. */
export const linesInTree = (page: Page): Promise<string[]> =>
  page
    .getByRole('status')
    .allTextContents()
    .then((lines) => lines.map((line) => line.trim()).filter((line) => line !== ''));
