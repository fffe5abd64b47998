/** Whether the library that orders text on the database's host has changed since the database was created. */
import type { Database } from './database.ts';
import { findCollationChange } from './sql/collation.sql.ts';

/** One line for the operator with what to do, or undefined while nothing has changed. */
export const describeCollationChange = async (query: Database['query']): Promise<string | undefined> => {
  const changed = await findCollationChange.first(query);
  if (!changed) return undefined;
  const { database, stored, current } = changed;
  const name = `"${database.replaceAll('"', '""')}"`;
  return (
    `the database was created with version ${stored} of its collation, and the server has ${current}: ` +
    `run REINDEX DATABASE ${name}, then ALTER DATABASE ${name} REFRESH COLLATION VERSION`
  );
};
