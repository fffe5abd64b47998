/**
 * How coins, figures, shares and times are written. What depends on the language is a member of `Format`, which
 * components take from `useFormat`: a change of language gives them another one, so compiled components render again.
 */
import type { Language } from '../i18n/catalogues.ts';
import { useLanguage } from '../i18n/language.ts';
import { byLanguage } from '../i18n/locale.ts';

export interface Format {
  /** 2480 → "2,480" */
  formatCoins: (coins: number) => string;
  /** 12345678900 → "12.3B", where there is no room for more. Never more than there are. */
  formatShortCoins: (coins: number) => string;
  /**
   * Coins as they may be typed: digits alone, or in groups as `formatCoins` writes them. Not a number where
   * it is anything else: nothing is guessed of a fraction, an exponent, or groups of another language.
   */
  readCoins: (typed: string) => number;
  /**
   * A factor as it may be typed: hundredths behind a point or a comma, or in groups as `formatFactor` writes it, with
   * or without its "x". Not a number where it is anything else.
   */
  readFactor: (typed: string) => number;
  /** A gain or a loss: "+18", "−1,000" with a true minus, "±0". */
  formatChange: (coins: number) => string;
  /** Basis points, exact and not rounded before, to coins of a hundred: 9700 → "97", 9650 → "96.5", 9403.4 → "94". */
  formatReturn: (rtpBp: number) => string;
  /**
   * Floors to hundredths, as payouts do: 1.239 → "1.23", and "1,23" in Spanish. Multipliers are written so; their "x"
   * is in the text around them.
   */
  formatTwoDecimals: (multiplier: number) => string;
  /** 2.1 → "2.1", 1000000 → "1,000,000": a factor as it is, without its "x". */
  formatFactor: (value: number) => string;
  /** "Nov 21, 2026" */
  formatDate: (at: string | Date) => string;
  /** "November 5, 2026", the same in every zone, so that prerendered dates match. */
  formatLongDate: (at: string | Date) => string;
  /** Day and time of an instant of the wire, in the reader's zone. */
  formatMoment: (instant: string) => string;
}

export const useFormat = (): Format => formatOf(useLanguage());

/** One object per language. */
export const formatOf = (language: Language): Format => formats[language];

const numberFormat = (maximumFractionDigits: number, minimumFractionDigits = 0) =>
  // Four figures are grouped in every language, so that columns of coins are aligned.
  byLanguage(
    (locale) =>
      new Intl.NumberFormat(locale, { useGrouping: 'always', minimumFractionDigits, maximumFractionDigits }),
  );
const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  byLanguage((locale) => new Intl.DateTimeFormat(locale, options));

const integer = numberFormat(0);
const short = byLanguage(
  (locale) =>
    new Intl.NumberFormat(locale, {
      notation: 'compact',
      maximumFractionDigits: 1,
      roundingMode: 'floor',
    }),
);
const upToOneDecimal = numberFormat(1);
const upToTwoDecimals = numberFormat(2);
const twoDecimals = numberFormat(2, 2);
const shortDate = dateFormat({ month: 'short', day: 'numeric', year: 'numeric' });
const longDate = dateFormat({ dateStyle: 'long', timeZone: 'UTC' });
/** Clocks of 24 hours, in every language. */
const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });

function readCoins(language: Language, typed: string): number {
  const group = integer(language).format(1_000).charAt(1);
  const text = typed.trim().replace('\u2212', '-');
  const isGrouped = text.includes(group);
  const digits = text.replaceAll(group, '');
  if (!/^-?\d+$/.test(digits)) return Number.NaN;
  const coins = Number(digits);
  return !isGrouped || integer(language).format(coins) === text ? coins : Number.NaN;
}

function readFactor(language: Language, typed: string): number {
  const text = typed.trim().replace(/\s*x$/i, '');
  if (/^\d+([.,]\d{1,2})?$/.test(text)) return Number(text.replace(',', '.'));
  const [, digits = '', fraction = ''] = /^(\d.*?)([.,]\d{1,2})?$/.exec(text) ?? [];
  const whole = readCoins(language, digits);
  const value = whole + Number(`0${fraction.replace(',', '.')}`);
  // Groups and a fraction of different languages are no number.
  return upToTwoDecimals(language).format(value) === text || twoDecimals(language).format(value) === text
    ? value
    : Number.NaN;
}

const createFormat = (language: Language): Format => ({
  formatCoins: (coins) => integer(language).format(coins),
  formatShortCoins: (coins) => short(language).format(coins),
  readCoins: (typed) => readCoins(language, typed),
  readFactor: (typed) => readFactor(language, typed),
  formatChange: (coins) =>
    `${coins > 0 ? '+' : coins < 0 ? '−' : '±'}${integer(language).format(Math.abs(coins))}`,
  formatReturn: (rtpBp) => upToOneDecimal(language).format(rtpBp / 100),
  formatTwoDecimals: (multiplier) => twoDecimals(language).format(Math.floor(multiplier * 100 + 1e-7) / 100),
  formatFactor: (value) => upToTwoDecimals(language).format(value),
  formatDate: (at) => shortDate(language).format(new Date(at)),
  formatLongDate: (at) => longDate(language).format(new Date(at)),
  formatMoment: (instant) => moment(language).format(new Date(instant)),
});

const formats = { en: createFormat('en'), es: createFormat('es') } satisfies Record<Language, Format>;
