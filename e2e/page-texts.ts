/** The texts of a page as in its source: capitals that only a style makes do not count. */
import type { Page } from '@playwright/test';
import type { Text } from '../games/test/sweeps.ts';
import { englishAlone, textOf, type Language } from './catalogues.ts';
import { expect } from './fixtures.ts';
import type { Route } from './route-texts.ts';

/** The visible texts: each text node, and each element that contains only text. */
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

/** A text is on the page if it is an element of its own, or as a complete sentence among others. */
const isWritten = (text: string, written: readonly string[]): boolean =>
  written.some((each) => each === text || (text.length > 20 && each.includes(text)));

/** Waits until the page has all of the texts; the message lists those that are missing. */
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

/** The page has no text of the English catalogue. */
export const expectNoEnglish = async (page: Page, where: string): Promise<void> => {
  const left = (await writtenOn(page)).filter((text) => englishAlone.has(text));
  expect.soft(left, `English on the Spanish ${where}`).toEqual([]);
};

/** A page has its title, its texts and those of the frame around it, and on a Spanish page nothing is English. */
export const expectRoute = async (
  page: Page,
  language: Language,
  { path, title, ownTitle, texts }: Route,
  frame: readonly Text[],
): Promise<void> => {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page).toHaveTitle(ownTitle?.[language] ?? textOf(language, title[0]));
  const wanted = [...texts, ...frame].map(([key]) => textOf(language, key));
  await expectWritten(page, wanted, path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  if (language === 'es') await expectNoEnglish(page, path);
};
