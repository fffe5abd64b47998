/**
 * What is known of a connection to the database before anything is asked: where the server listens, how a
 * broken connection is noticed, and whether commits succeed there.
 */
import type { Socket } from 'node:net';
import pg from 'pg';

/** Where the server listens: a connection string, or a socket folder with a user. */
export interface DatabaseAddress {
  connectionString?: string | undefined;
  host?: string | undefined;
  port?: number | undefined;
  user?: string | undefined;
  password?: string | undefined;
  database?: string | undefined;
}

/** The database cannot be used for a moment, for a reason that the driver does not know: callers respond with 503. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
}

/**
 * A connection that waits for an answer ends within 15 s if its server's host is gone: Node asks ten times,
 * once a second.
 */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** The driver's words for an answer that did not come in time. */
export const queryTimeout = 'Query read timeout';

/**
 * The routine of the warning that a wait for the standby was canceled: the server has committed and says so,
 * but a standby that is promoted may lack it.
 */
export const standbyWait = 'SyncRepWaitForLSN';
export const notReplicated = 'the outcome is unknown: the wait for the standby was canceled';

/** Changes nothing, and its commit waits for the standby all the same. On a standby it is an error. */
export const emptyCommit = `SELECT pg_logical_emit_message(true, 'fairground', '')`;

/**
 * Resolves once an empty commit succeeded, on a connection of its own. A server that waits for a standby
 * answers reads, commits nothing, and has no limit of its own that ends the wait: so a commit that takes longer than
 * `withinMs` is canceled, or each question would leave a session behind. Rejects with the driver's timeout, or with
 * the server's error.
 */
export const proveCommit = async (address: DatabaseAddress, withinMs: number): Promise<void> => {
  const options = { ...address, connectionTimeoutMillis: withinMs, query_timeout: withinMs };
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  let isReplicated = true;
  client.on('notice', ({ routine }) => {
    if (routine === standbyWait) isReplicated = false;
  });
  try {
    await client.connect();
    await client.query(emptyCommit);
    if (!isReplicated) throw new DatabaseAway(notReplicated);
  } catch (error) {
    if (error instanceof Error && error.message === queryTimeout) cancel(client, options);
    throw error;
  } finally {
    void client.end().catch(() => undefined);
  }
};

/** What the driver has and its types do not name. */
interface CancellableClient extends pg.Client {
  activeQuery: unknown;
  cancel(client: pg.Client, query: unknown): void;
}

/** Asks the server to cancel what a session is doing. Nobody waits for it, and nothing is told of its failure. */
const cancel = (client: pg.Client, options: pg.ClientConfig & { query_timeout: number }): void => {
  const canceling = new pg.Client(options) as CancellableClient;
  const { connection } = canceling;
  const stream = connection.stream as Socket;
  connection.on('error', () => undefined);
  stream.setTimeout(options.query_timeout, () => stream.destroy());
  canceling.cancel(client, (client as CancellableClient).activeQuery);
};

/** Whether a pooler such as PgBouncer is between: there, the session of one transaction is not that of the next. */
export const usesPooler = async (address: DatabaseAddress, withinMs: number): Promise<boolean> => {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: withinMs, query_timeout: withinMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // A pooler names a process of its own when a connection opens.
    return rows[0]?.pid !== (client as pg.Client & { processID?: number }).processID;
  } finally {
    void client.end().catch(() => undefined);
  }
};
