/**
 * What the rounds of a day come to, and how far that is from what the rules promise. Sums of days add up, so that
 * everybody who has the dumps and the log gets the same figures. All tests stay valid however often one looks.
 */
import type { LoggedTerms } from './log-entry.ts';
/** Sums over the rounds of one game with the same terms. */
export interface MonitorSums {
  game: string;
  terms: LoggedTerms;
  /** The imagined bet's chance, and what real ones get back at most: null where the log does not name the terms. */
  chance: number | null;
  maxReturn: number | null;
  /** Drawn. */
  rounds: number;
  /** Rounds that the imagined bet would have won. */
  wins: number;
  bets: number;
  won: number;
  staked: number;
  paid: number;
  /** ln of the capital of those who bet on too much being paid, with each of `fractions`. */
  growth: number[];
  /** Drawn, or flown, half a minute or more after their beacon round was due. */
  late: number;
  voids: number;
  /** Void rounds whose outcome can be computed, and how many of them the imagined bet would have won. */
  voidOutcomes: number;
  voidWins: number;
}

/** A game whose results are drawn from its players' seeds: the operator's word. */
export interface MonitorTotals {
  game: string;
  bets: number;
  staked: number;
  paid: number;
}

/**
 * Which part of the capital is staked on a round: large ones notice a large fault soon, small ones a small fault at
 * all.
 */
export const fractions = Array.from({ length: 10 }, (_, at) => 2 ** -(at + 1));

export const sumsKey = ({ game, terms: { rtpBp, max } }: Pick<MonitorSums, 'game' | 'terms'>): string =>
  `${game} ${rtpBp ?? ''} ${max ?? ''}`;

export const emptySums = ({
  game,
  terms,
  chance,
  maxReturn,
}: Pick<MonitorSums, 'game' | 'terms' | 'chance' | 'maxReturn'>): MonitorSums => ({
  game,
  terms,
  chance,
  maxReturn,
  rounds: 0,
  wins: 0,
  bets: 0,
  won: 0,
  staked: 0,
  paid: 0,
  growth: fractions.map(() => 0),
  late: 0,
  voids: 0,
  voidOutcomes: 0,
  voidWins: 0,
});

export const sortSums = (sums: MonitorSums[]): MonitorSums[] =>
  sums.toSorted((one, other) => (sumsKey(one) < sumsKey(other) ? -1 : 1));

/** Adds up several days. */
export const addSums = (days: readonly (readonly MonitorSums[])[]): MonitorSums[] => {
  const all = new Map<string, MonitorSums>();
  for (const each of days.flat()) {
    const before = all.get(sumsKey(each)) ?? emptySums(each);
    const sum = (field: Exclude<keyof MonitorSums, 'game' | 'terms' | 'chance' | 'maxReturn' | 'growth'>) =>
      before[field] + each[field];
    all.set(sumsKey(each), {
      ...before,
      rounds: sum('rounds'),
      wins: sum('wins'),
      bets: sum('bets'),
      won: sum('won'),
      staked: sum('staked'),
      paid: sum('paid'),
      growth: before.growth.map((value, at) => value + (each.growth[at] ?? 0)),
      late: sum('late'),
      voids: sum('voids'),
      voidOutcomes: sum('voidOutcomes'),
      voidWins: sum('voidWins'),
    });
  }
  return sortSums([...all.values()]);
};

/** With this probability a fair game never leaves its band, however long it is watched and whenever one looks. */
export const bandConfidence = 0.999;
const lnLimit = -Math.log1p(-bandConfidence);

/**
 * How much better the results are explained by some other chance than by this one: the e-value of the mixture of all
 * chances with the weights of Krichevsky and Trofimov, as its natural logarithm.
 */
export const lnEvidence = (rounds: number, wins: number, chance: number): number =>
  lnMixture(rounds, wins) - times(wins, Math.log(chance)) - times(rounds - wins, Math.log1p(-chance));

const times = (count: number, value: number): number => (count === 0 ? 0 : count * value);

/** ln of B(wins + 1/2, losses + 1/2) / B(1/2, 1/2). */
const lnMixture = (rounds: number, wins: number): number =>
  lnGamma(wins + 0.5) + lnGamma(rounds - wins + 0.5) - lnGamma(rounds + 1) - Math.log(Math.PI);

/** By Stirling's series, shifted to where four terms of it are exact enough. */
const lnGamma = (value: number): number => {
  let x = value;
  let shift = 0;
  for (; x < 10; x += 1) shift += Math.log(x);
  const square = 1 / (x * x);
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / x;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - shift;
};

/** The chances that the results do not contradict. */
export const bandOf = (rounds: number, wins: number): { low: number; high: number } => {
  if (rounds === 0) return { low: 0, high: 1 };
  const observed = wins / rounds;
  const isWithin = (chance: number) => lnEvidence(rounds, wins, chance) < lnLimit;
  return { low: edge(observed, 0, isWithin), high: edge(observed, 1, isWithin) };
};

/** Between a value that is within and one that is not; that one itself if it is. */
const edge = (from: number, to: number, isWithin: (chance: number) => boolean): number => {
  let [within, outside] = [from, to];
  for (let step = 0; step < 50; step += 1) {
    const middle = (within + outside) / 2;
    if (isWithin(middle)) within = middle;
    else outside = middle;
  }
  return (within + outside) / 2;
};

export interface Verdict {
  /** Share of rounds that the imagined bet won, null where unknown, and the chances that this does not contradict. */
  observed: number | null;
  band: { low: number; high: number };
  /** What real bets got back, as a part of the stakes. */
  returned: number | null;
  /** Natural logarithms of the e-values against the chance, and against the return. */
  lnOtherChance: number;
  lnOverpaid: number;
  isOutside: boolean;
}

export const judge = ({ rounds, wins, staked, paid, growth, chance }: MonitorSums): Verdict => {
  const lnOtherChance = chance === null ? 0 : lnEvidence(rounds, wins, chance);
  const lnOverpaid = lnMean(growth);
  return {
    observed: rounds === 0 || chance === null ? null : wins / rounds,
    band: chance === null ? bandOf(0, 0) : bandOf(rounds, wins),
    returned: staked === 0 ? null : paid / staked,
    lnOtherChance,
    lnOverpaid,
    isOutside: lnOtherChance >= lnLimit || lnOverpaid >= lnLimit,
  };
};

/** The logarithm of the mean of numbers that may be too large themselves, from their logarithms. */
const lnMean = (values: readonly number[]): number => {
  const top = Math.max(...values);
  return top + Math.log(values.reduce((sum, each) => sum + Math.exp(each - top), 0) / values.length);
};
