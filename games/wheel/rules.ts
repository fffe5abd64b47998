/** The daily wheel's rules: sixteen equal segments, what they are worth on average, and when a day begins. */

/** Coins, in their order on the wheel; segment 0 is at the top before the first turn. */
export const wheelSegments = [10, 25, 0, 50, 100, 20, 0, 200, 15, 75, 0, 500, 30, 150, 0, 1000] as const;

export const wheelRules = {
  segmentDegrees: 360 / wheelSegments.length,
  turnMs: 4000,
  /** The wheel counts as turning until then; the result is shown after. */
  settledMs: 4200,
} as const;

/** What a segment pays; throws for one that is not on the wheel. */
export function wheelCoins(segment: number): number {
  const coins = wheelSegments[segment];
  if (coins === undefined) throw new RangeError(`${segment} is no segment of the wheel`);
  return coins;
}

/** Exact: the segments are equally likely, and their sum is a multiple of sixteen. */
export const meanWheelCoins =
  wheelSegments.reduce<number>((sum, coins) => sum + coins, 0) / wheelSegments.length;

/** How many of the segments pay at least this many coins. */
export const segmentsPaying = (minCoins: number): number =>
  wheelSegments.filter((coins) => coins >= minCoins).length;

/**
 * The first millisecond of the next day in this zone. Found by looking at dates alone, so that days of 23 or
 * 25 hours, and midnights that the clock leaps over, need no special rule.
 */
export function nextSiteMidnight(nowMs: number, timeZone: string): number {
  const format = dateFormat(timeZone);
  const today = format.format(nowMs);
  let before = nowMs;
  let after = nowMs + longestDayMs;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (format.format(middle) === today) before = middle;
    else after = middle;
  }
  return after;
}

/** No zone has ever had a day longer than 25 hours since days are counted for this. */
const longestDayMs = 26 * 3_600_000;

const dateFormat = (timeZone: string): Intl.DateTimeFormat =>
  // Swedish dates are written YYYY-MM-DD.
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
