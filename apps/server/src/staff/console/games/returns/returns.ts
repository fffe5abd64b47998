/** The observed return of a game against the one by its rules, with the band in which chance leaves it. */
import type { GameReturn } from '@fairground/contract/console/games';
import type { Database } from '../../../../platform/database/database.ts';
import { composeReturns, type CountedGame } from './composed-returns.ts';
import * as sql from './sql/returns.sql.ts';

/** Standard errors to each side that a normal distribution exceeds once in a hundred times. */
const bandErrors = 2.575_829;
/** Of fewer bets the sum is not distributed normally enough to say anything. */
export const minBandBets = 1_000;

export const toReturn = ({
  bets,
  staked,
  paid,
  expected,
  variance,
}: {
  bets: number;
  staked: number;
  paid: number;
  /** The mean of what was paid, and its variance, by the rules. Of few games with decisions the sum may be below zero. */
  expected: number;
  variance: number;
}): Omit<GameReturn, 'span'> => {
  const margin = (bandErrors * Math.sqrt(variance)) / staked;
  const observed = paid / staked;
  const exact = expected / staked;
  return {
    bets,
    staked,
    paid,
    observed,
    // No rules pay less than nothing.
    exact: Math.max(0, exact),
    low: Math.max(0, exact - margin),
    high: Math.max(0, exact + margin),
    isInside: bets < minBandBets ? null : Math.abs(observed - exact) <= margin,
  };
};

/** Whether all play that was over before a moment is counted; the engine counts it with some delay. */
export const areReturnsCounted = async (
  query: Database['query'],
  games: readonly CountedGame[],
  before: Date,
): Promise<boolean> => {
  for (const { uncounted } of composeReturns(games)) {
    if (((await uncounted.first(query, { before }))?.units ?? 0n) > 0n) return false;
  }
  return true;
};

/** Spans without a settled bet are left out. */
export const readReturns = async (
  query: Database['query'],
): Promise<readonly (GameReturn & { game: string })[]> => {
  const rows = await sql.readReturns.run(query);
  return rows.map(({ game, span, bets, ...sums }) => ({
    game,
    span: span as GameReturn['span'],
    ...toReturn({ ...sums, bets: Number(bets) }),
  }));
};
