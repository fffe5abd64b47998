/** The next draw and the newest drawn ones, as players see them. */
import type { Database } from '@fairground/server/platform/database/database';
import type { RowOf } from '@fairground/sql';
import * as sql from './sql/bets.sql.ts';

type Query = Database['query'];

export type NextRow = Pick<
  RowOf<typeof sql.readStatus>,
  'id' | 'step' | 'draws_at' | 'closes_at' | 'commitment' | 'bets_root' | 'bet_count' | 'beacon_round'
>;

export interface DrawnRow {
  id: bigint;
  winning_number: number;
  drawn_at: Date;
}

export const readStatus = async (
  query: Query,
  maxRows: number,
): Promise<{ next: NextRow | undefined; drawn: DrawnRow[] }> => {
  const rows = await sql.readStatus.run(query, { maxRows });
  return {
    next: rows.find(({ drawn_at }) => drawn_at === null),
    drawn: rows.filter((row): row is typeof row & DrawnRow => row.drawn_at !== null),
  };
};
