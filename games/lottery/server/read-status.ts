/** The next draw and the latest one, as players see them. */
import type { Database } from '@fairground/server/platform/database/database';
import type { LatestRow, NextRow } from './draw-queries.ts';
import * as sql from './sql/tickets.sql.ts';

export const readStatus = async (
  query: Database['query'],
): Promise<{ next: NextRow | undefined; latest: LatestRow | undefined }> => {
  const rows = await sql.readStatus.run(query);
  return {
    next: rows.find((row) => row.winning === null),
    latest: rows.find((row): row is typeof row & LatestRow => row.winning !== null),
  };
};
