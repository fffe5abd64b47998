/** The figures that the page shows of a simulation. Pure. */
import type { LabResult, Spread } from '@fairground/game-kit/web/lab';

export interface Figures {
  /** By the rules of the game, for the stakes that were placed; with what rounding payouts down costs. */
  exactReturn: number;
  observedReturn: number;
  /** In which the exact return is in 95 of 100 simulations. */
  interval: readonly [number, number];
  /** The share of each coin staked that does not come back on average. */
  edge: number;
  stakedPerSession: number;
  /** Coins that are lost on average: what is staked, times the edge. */
  costPerSession: number;
  costPerRound: number;
}

/** Standard deviations that cover 95 % of a normal distribution, which the mean of this many rounds follows. */
const deviationsOf95 = 1.96;

export function figuresOf(result: LabResult): Figures {
  const { sessions, rounds, staked, paid, expectedPaid, paidDeviation } = result;
  const exactReturn = expectedPaid / staked;
  const observedReturn = paid / staked;
  const half = (deviationsOf95 * paidDeviation) / staked;
  return {
    exactReturn,
    observedReturn,
    interval: [observedReturn - half, observedReturn + half],
    edge: 1 - exactReturn,
    stakedPerSession: staked / sessions,
    costPerSession: (staked - expectedPaid) / sessions,
    costPerRound: (staked - expectedPaid) / rounds,
  };
}

export interface EndRange {
  /** Null where the range has no lower, or no upper end. */
  from: number | null;
  to: number | null;
  count: number;
}

/** The bars of the histogram: balances are integers, so each range ends one coin below the next. */
export function rangesOf({ low, width, counts, below, above }: Spread): EndRange[] {
  const high = low + counts.length * width;
  return [
    ...(below > 0 ? [{ from: null, to: low - 1, count: below }] : []),
    ...counts.map((count, at) => ({ from: low + at * width, to: low + (at + 1) * width - 1, count })),
    ...(above > 0 ? [{ from: high, to: null, count: above }] : []),
  ];
}
