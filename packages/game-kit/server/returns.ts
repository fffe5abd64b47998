/**
 * What a game paid, against what its rules make of the same bets. The variance of past results would not do: rare wins carry much
 * of the return, so a sound game would be reported until the first of them.
 */

export interface GameReturns {
  /** The table with a row for each unit: what is drawn and settled together. Its column `id` grows. */
  table: string;
  /** How many of them one statement counts: few where a unit has many bets. The statement locks the lease of the director. */
  unitsPerStep: number;
  /**
   * A SELECT of one id, or null: units up to it may be counted, and above it the next ones are not over. Absent where
   * units end in any order.
   */
  countable?: string;
  /**
   * A SELECT of the units with bets whose id meets a condition, as `(id, is_open, at, bets, staked, paid, expected, variance)`;
   * void ones are left out. `expected` and `variance` are those of `paid` by the rules, for the bets as they were placed and
   * ended by choice; bets on the same draw depend on each other, so that the variance is the one of their sum. Where a
   * player decides in the course of a game, they are sums over the decisions taken: `expected` is what was paid less the luck
   * of each decision, so that `paid - expected` has the mean 0 however they play, and that of a single unit may be below zero.
   * An open unit is read again later.
   */
  units(where: (id: string) => string): string;
}
