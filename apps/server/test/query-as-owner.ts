/** For what a test writes without the ledger, which the application's role may not do. */
import type { Database } from '../src/platform/database/database.ts';

/** Runs a statement with the rights of the database's owner, in a separate transaction. */
export const queryAsOwner = <Row extends object>(
  database: Pick<Database, 'transaction'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> =>
  database.transaction(async (query) => {
    await query({ text: 'SET LOCAL ROLE NONE', values: [] });
    return query<Row>({ text, values });
  });

/**
 * Runs a statement that PostgreSQL would refuse to anybody, such as a change of a row that is final: what an audit
 * must find if it ever happened.
 */
export const corrupt = <Row extends object>(
  database: Pick<Database, 'transaction'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> =>
  database.transaction(async (query) => {
    await query({ text: 'SET LOCAL ROLE NONE', values: [] });
    await query({ text: 'SET LOCAL session_replication_role = replica', values: [] });
    return query<Row>({ text, values });
  });
