/**
 * Aviator's rules: the curve, the flight, the cash-out, the payout. Multipliers are whole hundredths
 * inside (250 is 2.50x), times whole milliseconds since take-off. Neither clocks nor randomness in here.
 */

/** The curve grows e-fold in this many milliseconds. */
const curveMs = 10_000;

export const aviatorRules = {
  minStakeCoins: 10,
  stakeStepCoins: 10,
  maxStakeCoins: 1_000_000_000,
  defaultStakeCoins: 10,
  quickStakesCoins: [10, 20, 50, 100],
  /** A player's places for bets in a round: one bet each. */
  slots: [1, 2],
  /** The curve is e^(growthPerMs * ms). */
  growthPerMs: 1 / curveMs,
  /** 10,000x: no crash point lies above it. */
  maxHundredths: 1_000_000,
  /** 1.01x: the minimum of a cash-out, so that each one wins something. */
  minCashOutHundredths: 101,
  /** A parachute opens once no connection of the player has answered for so long in flight. */
  parachuteAfterMs: 2_000,
  /** The average return is 97 of 100 coins at every cash-out above 1.00x, before payouts are rounded down. */
  rtpBp: 9700,
} as const;

export type BetSlot = (typeof aviatorRules.slots)[number];

/** The multiplier shown this many milliseconds after take-off: floor(100 * e^(ms / 10000)). */
export function multiplierAtMs(ms: number): number {
  if (ms <= 0) return 100;
  // No value within the longest flight comes near enough to a whole hundredth for the last bits of
  // Math.exp, which differ between engines, to matter; a test proves it with exact arithmetic.
  return Math.floor(100 * Math.exp(Math.floor(ms) / curveMs));
}

/**
 * How long a flight lasts: the first whole millisecond at which the curve would show more than the
 * crash point, so that the crash point itself still pays in the millisecond before.
 */
export function flightMsForCrash(crashHundredths: number): number {
  let ms = Math.max(0, Math.ceil(curveMs * Math.log((crashHundredths + 1) / 100)));
  while (ms > 0 && multiplierAtMs(ms - 1) > crashHundredths) ms -= 1;
  while (multiplierAtMs(ms) <= crashHundredths) ms += 1;
  return ms;
}

/** When the curve first shows a multiplier, or more, in milliseconds since take-off. */
export const flightMsTo = (hundredths: number): number =>
  hundredths <= 100 ? 0 : flightMsForCrash(hundredths - 1);

/** floor(stake * multiplier). Exact: the product leaves the safe integers before the payout does. */
export const payoutCoins = (stakeCoins: number, hundredths: number): number =>
  Number((BigInt(stakeCoins) * BigInt(hundredths)) / 100n);

/**
 * What comes back on average, in basis points, where this stake is cashed out at this multiplier: the chance that the
 * rocket gets there, which is rtpBp / hundredths to within 2^-52, times the payout in whole coins.
 */
export const returnBp = (stakeCoins: number, hundredths: number, rtpBp: number): number =>
  (rtpBp * 100 * payoutCoins(stakeCoins, hundredths)) / (stakeCoins * hundredths);

/** A multiplier with at most two decimals as whole hundredths; null for any other number. */
export function parseHundredths(multiplier: number): number | null {
  if (!Number.isFinite(multiplier) || multiplier < 0) return null;
  const hundredths = Math.round(multiplier * 100);
  // The nearest double to n/100 is what a text of two decimals is read as, so equality is exact.
  return Number.isSafeInteger(hundredths) && hundredths / 100 === multiplier ? hundredths : null;
}

export const formatHundredths = (hundredths: number): number => hundredths / 100;

export type CashOutResult = { ok: true; hundredths: number } | { ok: false; code: 'too_early' | 'too_late' };

/** Pays min(asked, the curve when the press arrived, auto cash-out), at least 1.01x and only before the crash. */
export function cashOutHundredths(request: {
  /** What the client asks for. It can lower the payout, never raise it. */
  askedHundredths: number;
  /** When the request was received, in milliseconds since take-off. */
  atMs: number;
  flightMs: number;
  autoCashOutHundredths: number | null;
}): CashOutResult {
  const { askedHundredths, atMs, flightMs, autoCashOutHundredths } = request;
  if (atMs >= flightMs) return { ok: false, code: 'too_late' };
  const shown = multiplierAtMs(atMs);
  const hundredths = Math.min(askedHundredths, shown, autoCashOutHundredths ?? Number.POSITIVE_INFINITY);
  // Written so that a figure that is no number is refused too.
  if (!(hundredths >= aviatorRules.minCashOutHundredths)) return { ok: false, code: 'too_early' };
  return { ok: true, hundredths };
}

export type Settlement =
  | { outcome: 'win'; cashOutHundredths: number; payoutCoins: number }
  | { outcome: 'loss'; cashOutHundredths: null; payoutCoins: 0 };

/**
 * Settles a bet that was not cashed out by hand. Auto cash-out is judged by the crash point
 * and not by a timer: it wins where the crash point is at or above it.
 */
export function settle(
  bet: { stakeCoins: number; autoCashOutHundredths: number | null },
  crashHundredths: number,
): Settlement {
  const auto = bet.autoCashOutHundredths;
  if (auto === null || auto > crashHundredths) {
    return { outcome: 'loss', cashOutHundredths: null, payoutCoins: 0 };
  }
  return { outcome: 'win', cashOutHundredths: auto, payoutCoins: payoutCoins(bet.stakeCoins, auto) };
}
