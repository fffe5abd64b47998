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

/**
 * What each session has, whatever was set for the login or the database: hosted servers and administrators do that.
 * Dates come as the driver reads them; what is repeated after a wait sees what it waited for; and time limits are this
 * program's own.
 */
const sessionSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO,MDY',
  default_transaction_isolation: 'read committed',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_session_timeout: '0',
};

/**
 * An address whose connections have these settings and this name. Other things that the address asks for in `options`,
 * such as the endpoint that a hosted service reads there, stay. A pooler takes no settings: there the login has them.
 */
export const withSession = (
  address: DatabaseAddress,
  {
    applicationName,
    settings = {},
    isPooled = false,
  }: { applicationName: string; settings?: Readonly<Record<string, string>>; isPooled?: boolean },
): pg.ClientConfig => {
  const ours = Object.entries(isPooled ? {} : { ...sessionSettings, ...settings }).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
  );
  const url = address.connectionString === undefined ? null : URL.parse(address.connectionString);
  const theirs = url?.searchParams.get('options') ?? '';
  const given = ['options', 'application_name'].filter((name) => url?.searchParams.has(name));
  // What stands in an address comes before what is given beside it.
  for (const name of given) url?.searchParams.delete(name);
  return {
    ...address,
    ...(url && given.length > 0 ? { connectionString: url.href } : {}),
    application_name: applicationName,
    options: [theirs, ...ours].join(' ').trim(),
  };
};

/** Node names what is wrong with a certificate as OpenSSL does. */
export const isCertificateFault = (error: Error): boolean =>
  /CERT|VERIFY|ISSUER/.test('code' in error ? String(error.code) : '') ||
  error.message === 'The server does not support SSL connections';

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
 * answers reads, commits nothing, and has no limit of its own that ends the wait: so a commit that is given up is
 * canceled, or each question would leave a session behind. Rejects with `DatabaseAway` when it is given up, or with the
 * server's error.
 */
export const proveCommit = async (address: DatabaseAddress, giveUp: AbortSignal): Promise<void> => {
  const client = new pg.Client({ ...address }) as CancellableClient;
  client.on('error', () => undefined);
  let isReplicated = true;
  client.on('notice', ({ routine }) => {
    if (routine === standbyWait) isReplicated = false;
  });
  let isCommitting = false;
  const abandon = () => {
    if (isCommitting) cancel(client, address);
    (client.connection.stream as Socket).destroy(new DatabaseAway('an empty commit did not end in time'));
  };
  giveUp.addEventListener('abort', abandon, { once: true });
  try {
    await client.connect();
    isCommitting = true;
    await client.query(emptyCommit);
    if (!isReplicated) throw new DatabaseAway(notReplicated);
  } finally {
    giveUp.removeEventListener('abort', abandon);
    void client.end().catch(() => undefined);
  }
};

/** What the driver has and its types do not name. */
interface CancellableClient extends pg.Client {
  activeQuery: unknown;
  cancel(client: pg.Client, query: unknown): void;
}

const cancelWithinMs = 2_000;

/** Asks the server to cancel what a session is doing. Nobody waits for it, and nothing is told of its failure. */
const cancel = (client: CancellableClient, address: DatabaseAddress): void => {
  const canceling = new pg.Client({ ...address }) as CancellableClient;
  const { connection } = canceling;
  const stream = connection.stream as Socket;
  connection.on('error', () => undefined);
  stream.setTimeout(cancelWithinMs, () => stream.destroy());
  canceling.cancel(client, client.activeQuery);
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
