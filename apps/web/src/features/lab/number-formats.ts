/** Figures of the lab in the language of the page: always two decimals, so that they can be compared. */
import type { Language } from '@fairground/site-kit/i18n/language.ts';
import { byLanguage } from '@fairground/site-kit/i18n/locale.ts';

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' } as const;
const decimal = byLanguage((locale) => new Intl.NumberFormat(locale, twoDecimals));
const percent = byLanguage(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
);

export const formatTwoDecimals = (language: Language, value: number): string =>
  decimal(language).format(value);

/** A share of 1: 0.4858 is "48.58%" in English. */
export const formatPercent = (language: Language, share: number): string => percent(language).format(share);
