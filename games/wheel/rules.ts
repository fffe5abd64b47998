/** The daily wheel's rules: sixteen equal segments, and what they are worth on average. */

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
