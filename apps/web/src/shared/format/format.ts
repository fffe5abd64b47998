/** How coins, multipliers, shares and times are written, in the language that is spoken. */
import { byLocale } from '../i18n/locale.ts';

const number = (options: Intl.NumberFormatOptions) =>
  // Four figures are grouped in every language, so that columns of coins stand alike.
  byLocale((locale) => new Intl.NumberFormat(locale, { useGrouping: 'always', ...options }));
const wholeNumber = number({ maximumFractionDigits: 0 });
const upToOneDecimal = number({ maximumFractionDigits: 1 });
const upToTwoDecimals = number({ maximumFractionDigits: 2 });
const shortDate = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', year: 'numeric' }),
);
/** Multipliers keep their point everywhere: that is how they are entered and how proofs write them. */
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** 2480 → "2,480" */
export const formatCoins = (coins: number): string => wholeNumber().format(coins);

/** Floors to hundredths, as payouts do: 1.239 → "1.23". A suffix is the caller's. */
export const formatMultiplier = (multiplier: number): string =>
  twoDecimals.format(Math.floor(multiplier * 100 + 1e-7) / 100);

/** Basis points to coins of a hundred: 9700 → "97", 9650 → "96.5", 9403 → "94". */
export const formatReturn = (rtpBp: number): string => upToOneDecimal().format(rtpBp / 100);

/** "Nov 21, 2026" */
export const formatDate = (at: string | Date): string => shortDate().format(new Date(at));

const longDate = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
);

/** "November 5, 2026", the same in every zone, so that prerendered dates hold. */
export const formatLongDate = (at: string | Date): string => longDate().format(new Date(at));

/** 2.1 → "2.1", 1000000 → "1,000,000": a factor as it is, without a suffix. */
export const formatFactor = (value: number): string => upToTwoDecimals().format(value);

const moment = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);

/** Day and time of an instant of the wire, in the reader's zone. */
export const formatMoment = (instant: string): string => moment().format(new Date(instant));
