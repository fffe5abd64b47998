/** What was settled for a player from a moment on, of each game whose stakes are settled by draws and rounds. */
import { composeStatement } from '@fairground/sql/composed';

export interface SettlingGame {
  /** The wire id. */
  id: string;
  folder: string;
  /** A SELECT of `(stake, payout, refund)`; both parameters are SQL expressions. */
  stakes?: { settledSince?(player: string, since: string): string };
}

export interface AwayList {
  source: string;
  sums: ReturnType<typeof composeAway>;
}

const composeAway = (folder: string, settled: string) =>
  composeStatement({
    name: `away-${folder}`,
    isPrepared: true,
    params: { playerId: 'int8', since: 'text' },
    columns: { bets: 'int8', staked: 'int8?', received: 'int8?' },
    text: `SELECT count(*) AS bets, sum(s.stake)::bigint AS staked, sum(s.payout + s.refund)::bigint AS received
      FROM (${settled}) s`,
  });

export const awayLists = (games: readonly SettlingGame[]): readonly AwayList[] =>
  games.flatMap(({ id, folder, stakes }) => {
    const settled = stakes?.settledSince?.('$1::bigint', '$2::text::timestamptz');
    return settled === undefined ? [] : [{ source: id, sums: composeAway(folder, settled) }];
  });

export const composedStatements = (games: readonly SettlingGame[]) =>
  awayLists(games).map(({ sums }) => sums);
