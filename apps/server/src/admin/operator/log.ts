/** The permanent log of the operator's commands. */
import type { Database } from '../../platform/postgres/database.ts';
import * as sql from './sql/operator.sql.ts';

export const logCommand = async (
  query: Database['query'],
  command: string,
  details: object,
): Promise<void> => {
  await sql.logCommand.run(query, { command, details: JSON.stringify(details) });
};
