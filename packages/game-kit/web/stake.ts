/** Which stakes a player can place, for fields that contain one. */
export interface StakeLimits {
  min: number;
  /** May lie below `min` where the balance allows no stake. */
  max: number;
  step: number;
}

/** What a player chose: coins, or a text as it was typed, which stands whether it is a stake or not. */
export type ChosenStake = number | string;

/** The stake in full steps that is next below these coins, within the limits. */
export const stakeWithin = (coins: number, { min, max, step }: StakeLimits): number =>
  Math.max(min, Math.min(max, Math.floor(coins / step) * step));

interface StakeQuestion {
  /** What the player chose, which they may not be able to afford any more. */
  chosen: ChosenStake;
  /** Undefined until the player is known. */
  balance: number | undefined;
  min: number;
  max?: number | undefined;
  step: number;
  /** Reads what is typed; not a number where it is none. */
  readCoins: (typed: string) => number;
}

export interface StakeRange {
  chosen: ChosenStake;
  /** The chosen number; not a number where something else is typed. */
  coins: number;
  /** The largest stake in full steps; below the smallest one where the balance does not reach that. */
  max: number;
  /** The chosen stake; null where what is chosen can not be placed as it is. */
  amount: number | null;
  affordable: boolean;
}

/** Nothing is rounded or brought within the limits here: what a player did not choose is never staked. */
export function stakeRange({
  chosen,
  balance = 0,
  min,
  max = Number.POSITIVE_INFINITY,
  step,
  readCoins,
}: StakeQuestion): StakeRange {
  const largest = Math.min(max, Math.floor(balance / step) * step);
  const affordable = balance >= min;
  const coins = typeof chosen === 'string' ? readCoins(chosen) : chosen;
  // To whom cannot place any, the stake shows what it would be.
  const isStake = coins >= min && coins <= (affordable ? largest : max) && coins % step === 0;
  return { chosen, coins, max: largest, amount: isStake ? coins : null, affordable };
}
