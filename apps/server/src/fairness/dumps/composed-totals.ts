/** What ended within a span of time in the games that the public log has no rounds of, as each game declares it. */
import { composeStatement } from '@fairground/sql/composed';

export interface TotaledGame {
  /** The wire id. */
  id: string;
  folder: string;
  totals?: string;
}

export const composeTotals = (games: readonly TotaledGame[]) =>
  games.flatMap(({ id, folder, totals }) =>
    totals === undefined
      ? []
      : {
          id,
          read: composeStatement({
            name: `totals-${folder}`,
            params: { from: 'timestamptz', until: 'timestamptz' },
            columns: { bets: 'int8', staked: 'int8', paid: 'int8' },
            text: totals,
          }),
        },
  );

export type ComposedTotals = ReturnType<typeof composeTotals>[number];

export const composedStatements = (games: readonly TotaledGame[]) =>
  composeTotals(games).map(({ read }) => read);
