/**
 * Which of the servers that an address names takes writes. The last one is remembered; when it fails all of them are asked at
 * once. A server that is promoted begins a new timeline; one on an older timeline than the newest that was seen is a former
 * primary that does not know of its successor, and is not used.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from './database.ts';
import { splitHosts } from './host-list.ts';

/** The database cannot be used for a moment, for a reason that the driver does not know: callers respond with 503. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
}

/** A connection that waits for an answer ends within 15 s if its server's host is gone: Node asks ten times, once a second. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

export interface PrimaryOptions {
  address: DatabaseAddress;
  /** For a connection, and for an answer on it. */
  askWithinMs: number;
  /** Another server than before takes writes. */
  onMove?: (host: string) => void;
  /** Whether an error says that a server did not answer. */
  isTimeout?: (error: unknown) => boolean;
}

/** What was the primary before waits for this long for one that was promoted since, and so does the first one that is found. */
const othersWithinMs = 200;
/** A search that failed is the answer for this long. */
const searchAgainMs = 100;

/** The timeline is in the name of the log file that is written, which any role may read. */
const readState = `SELECT CASE WHEN NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'
  THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) ELSE '' END AS timeline, pg_backend_pid() AS pid`;

export const createPrimary = ({ address, askWithinMs, onMove, isTimeout = () => false }: PrimaryOptions) => {
  const servers = serversOf(address);
  const isOnly = servers.length === 1;
  let current = servers[0];
  let newest = '';
  let isKnown = isOnly;
  let search: Promise<void> | undefined;

  const askAll = async (): Promise<void> => {
    const found: { server: Server; timeline: string }[] = [];
    const asked = servers.map(async (server) => {
      const { timeline } = await ask(server.address, askWithinMs);
      if (timeline === '') throw new Error('only reads');
      if (timeline < newest) throw new Error('was replaced as the primary');
      found.push({ server, timeline });
      if (newest === '' || timeline === newest) await pause(othersWithinMs);
    });
    await Promise.any(asked).catch(({ errors }: AggregateError) => {
      const states = errors.map((error: Error, index) => `${servers[index]?.name} (${error.message})`);
      throw (
        errors.find(isTimeout) ??
        new DatabaseAway(`no server of the database takes writes: ${states.join(', ')}`)
      );
    });
    const [best] = found.toSorted((a, b) => (a.timeline < b.timeline ? 1 : -1));
    if (!best) return;
    const hasMoved = newest !== '' && best.server !== current;
    [current, newest, isKnown] = [best.server, best.timeline, true];
    if (hasMoved) onMove?.(current.name);
  };

  return {
    /** Of the server that takes writes, as far as is known. */
    address: (): DatabaseAddress => current.address,
    /** Of all other servers. */
    others: (): readonly DatabaseAddress[] =>
      servers.filter((server) => server !== current).map((server) => server.address),
    /** False at first and after `forget`. The server of an address with one host is known, whatever it says. */
    isKnown: () => isKnown,
    /** Asks all servers. Rejects if none takes writes: with a timeout if one of them did not answer. */
    find() {
      if (isOnly) return ask(address, askWithinMs).then(() => undefined);
      if (search) return search;
      search = askAll();
      search.then(
        () => (search = undefined),
        () => setTimeout(() => (search = undefined), searchAgainMs).unref(),
      );
      return search;
    },
    /** The server failed, or did not take a write. */
    forget() {
      isKnown = isOnly;
    },
  };
};

interface Server {
  address: DatabaseAddress;
  /** For messages. */
  name: string;
}

const serversOf = (address: DatabaseAddress): [Server, ...Server[]] => {
  const { connectionString } = address;
  const toServer = (each: DatabaseAddress): Server => {
    const { host, port } = new pg.Client(each);
    return { address: each, name: `${host}:${port}` };
  };
  const [first, ...rest] = connectionString === undefined ? [] : splitHosts(connectionString);
  if (first === undefined) return [toServer(address)];
  return [toServer({ connectionString: first }), ...rest.map((each) => toServer({ connectionString: each }))];
};

interface State {
  /** Empty where it does not take writes. */
  timeline: string;
  /** A pooler named a process of its own at the start. */
  isPooled: boolean;
}

/** Whether a pooler such as PgBouncer is between: there, the session of one transaction is not that of the next. */
export const usesPooler = async (address: DatabaseAddress, askWithinMs: number): Promise<boolean> => {
  const primary = createPrimary({ address, askWithinMs });
  if (!primary.isKnown()) await primary.find();
  return (await ask(primary.address(), askWithinMs)).isPooled;
};

const ask = async (address: DatabaseAddress, withinMs: number): Promise<State> => {
  const client = new pg.Client({
    ...address,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string; pid: number }>(readState);
    const { processID } = client as pg.Client & { processID?: number };
    return { timeline: rows[0]?.timeline ?? '', isPooled: rows[0]?.pid !== processID };
  } finally {
    void client.end().catch(() => undefined);
  }
};
