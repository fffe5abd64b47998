/** How coins, multipliers, shares and times are written. `Intl` objects are made once. */

const locale = 'en-US';
const wholeNumber = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const twoDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const upToTwoDecimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const shortDate = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', year: 'numeric' });

/** 2480 → "2,480" */
export const formatCoins = (coins: number): string => wholeNumber.format(coins);

/** Floors to hundredths, as payouts do: 1.239 → "1.23". A suffix is the caller's. */
export const formatMultiplier = (multiplier: number): string =>
  twoDecimals.format(Math.floor(multiplier * 100 + 1e-7) / 100);

/** Basis points to coins of a hundred: 9700 → "97", 9650 → "96.5". */
export const formatReturn = (rtpBp: number): string => upToTwoDecimals.format(rtpBp / 100);

/** "Nov 21, 2026" */
export const formatDate = (at: string | Date): string => shortDate.format(new Date(at));
