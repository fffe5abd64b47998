/** Steps of tests that change the language of a page. */
import { expect, type Locator, type Page } from '@playwright/test';

const names = { en: 'English', es: 'Español' } as const;
type Language = keyof typeof names;

/** Groups of three digits, and decimals of multipliers, as the other language separates them. */
const separatedOtherwise = {
  en: /\d\.\d{3}(?!\d)|\d,\d{1,2}x/i,
  es: /\d,\d{3}(?!\d)|\d\.\d{1,2}x/i,
} as const;
/** Months as they are written in dates. */
const otherMonths = {
  en: /\b(ene|abr|ago|dic)\b/,
  es: /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/,
} as const;

/** Presses the switch, and returns when the page has no figure left of the other language. */
export const choose = async (page: Page, language: Language): Promise<void> => {
  await page.getByRole('contentinfo').getByRole('button', { name: names[language], exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const words = () => page.locator('body').innerText();
  await expect.poll(words).not.toMatch(separatedOtherwise[language]);
  await expect.poll(words).not.toMatch(otherMonths[language]);
};

/** Changes the language to Spanish and back; `check` finds the same in both, and before. */
export const checkInBoth = async (page: Page, check: () => Promise<void>): Promise<void> => {
  await check();
  await choose(page, 'es');
  await check();
  await choose(page, 'en');
  await check();
};

export const slider = (page: Page): Locator => page.getByRole('slider');
