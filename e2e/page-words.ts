/** What is written on a page, as it stands in its source: what only a style capitalises keeps its letters. */
import type { Page } from '@playwright/test';
import { englishAlone } from './catalogues.ts';
import { expect } from './fixtures.ts';

/** The texts of what can be seen: each run of letters, and each element that holds nothing but text. */
const writtenOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const tidy = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();
    const seen = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        !['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName) &&
        element.closest('[lang="en"]:not(html)') === null &&
        element.checkVisibility({ visibilityProperty: true }),
    );
    const texts = seen.flatMap((element) => [
      ...[...element.childNodes]
        .filter(({ nodeType }) => nodeType === 3)
        .map((node) => tidy(node.textContent)),
      ...(element.querySelector('div, p, section, ul, dl, table') ? [] : [tidy(element.textContent)]),
    ]);
    return [...new Set(texts.filter((text) => text !== ''))];
  });

/** A text counts as written where it stands alone, or as a whole sentence among others. */
const isWritten = (text: string, written: readonly string[]): boolean =>
  written.some((each) => each === text || (text.length > 20 && each.includes(text)));

/** Waits until all of the texts are there; the message names those that are not. */
export const expectWritten = async (page: Page, texts: readonly string[], where: string): Promise<void> => {
  await expect
    .poll(
      async () => {
        const written = await writtenOn(page);
        return texts.filter((text) => !isWritten(text, written));
      },
      { message: `not written on ${where}`, intervals: [50, 100, 200] },
    )
    .toEqual([]);
};

/** No text of the English catalogue stands there, whether or not the specification quotes it. */
export const expectNoEnglish = async (page: Page, where: string): Promise<void> => {
  const left = (await writtenOn(page)).filter((text) => englishAlone.has(text));
  expect.soft(left, `English on the Spanish ${where}`).toEqual([]);
};
