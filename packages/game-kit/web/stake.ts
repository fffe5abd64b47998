/** Which stakes a player can place, for fields that contain one. */
export interface StakeLimits {
  min: number;
  /** May lie below `min` where the balance allows no stake. */
  max: number;
  step: number;
}

/** The stake in full steps that is next below these coins, within the limits. */
export const stakeWithin = (coins: number, { min, max, step }: StakeLimits): number =>
  Math.max(min, Math.min(max, Math.floor(coins / step) * step));

interface ChosenStake {
  /** What the player chose, which they may not be able to afford any more. */
  stake: number;
  balance: number;
  min: number;
  max?: number;
  step: number;
}

interface StakeRange {
  /** The largest stake in full steps; below the smallest one where the balance does not reach that. */
  max: number;
  /** The chosen stake, within the limits. */
  amount: number;
  affordable: boolean;
}

export function stakeRange({
  stake,
  balance,
  min,
  max = Number.POSITIVE_INFINITY,
  step,
}: ChosenStake): StakeRange {
  const largest = Math.min(max, Math.floor(balance / step) * step);
  return { max: largest, amount: Math.max(min, Math.min(stake, largest)), affordable: balance >= min };
}
