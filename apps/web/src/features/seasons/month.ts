/** How a month such as 2026-11 is written: "November 2026". */
import type { Language } from '@fairground/site-kit/i18n/catalogues.ts';
import { byLanguage } from '@fairground/site-kit/i18n/locale.ts';

const monthFormat = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** With a capital, as in a title. */
export function formatMonth(month: string, language: Language): string {
  const text = monthFormat(language).format(new Date(`${month}-01T00:00:00Z`));
  return text.charAt(0).toUpperCase() + text.slice(1);
}
