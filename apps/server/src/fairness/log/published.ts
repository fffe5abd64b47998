/** What games ask of the public log: whether a seal is in it in time, and where the entries of a round stand. */
import type { Database } from '../../platform/database/database.ts';
import * as sql from './sql/log.sql.ts';

export interface LoggedAs {
  kind: string;
  /** The game's wire id. */
  game: string;
  /** The round's wire id. */
  source: string;
}

/** Whether an entry stood in a checkpoint that was made before a moment on the database's clock. */
export const isPublishedBefore = async (
  query: Database['query'],
  entry: LoggedAs,
  before: Date,
): Promise<boolean> =>
  (await sql.isPublishedBefore.first(query, { ...entry, before }))?.is_published === true;

/** Where a round's seal and result stand. */
export const findLogPlace = async (query: Database['query'], of: Pick<LoggedAs, 'game' | 'source'>) => {
  const rows = await sql.findIndexes.run(query, of);
  const indexOf = (kind: string): number | null => {
    const row = rows.find((each) => each.kind === kind);
    return row ? Number(row.index) : null;
  };
  return {
    /** The log that has the entries; null until it has one of them. */
    origin: rows.at(-1)?.origin ?? null,
    /** Indexes of the entries. */
    seal: indexOf('seal'),
    result: indexOf('result'),
  };
};
