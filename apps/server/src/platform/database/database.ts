/**
 * The connection pool, and the reading of bigint and date columns.
 * Everything runs under the role fairground_app where the server has it.
 */
import pg from 'pg';
import { CoalescingSocket } from './coalescing-socket.ts';
import {
  DatabaseAway,
  emptyCommit,
  isCertificateFault,
  keepAlive,
  notReplicated,
  proveCommit,
  standbyWait,
  withSession,
  type DatabaseAddress,
} from './connection.ts';
import { createStallGuard, type StallGuard, type StallGuardOptions } from './stall-guard.ts';

/** One statement with its parameters; a name makes it a prepared one. */
export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

/**
 * Hands the last statements of a transaction over, already sent: the commit follows them without waiting, and the
 * transaction fails if one of them does.
 */
export type BeforeCommit = (pending: Promise<unknown>) => void;

export interface Database {
  /** Runs one statement on its own. */
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /**
   * Runs several statements in one transaction, which ends with the returned promise; a few times where the
   * server aborts it for a deadlock or a serialization failure, so `work` changes nothing but the database.
   * Statements are sent immediately, and the server executes them in that order: those that `work` does not wait for
   * one by one share a round trip.
   */
  transaction<Result>(
    work: (query: Database['query'], beforeCommit: BeforeCommit) => Promise<Result>,
  ): Promise<Result>;
  /**
   * After this call statements fail immediately while the server does not respond, for processes that serve others. A
   * process that is starting, or a command, should wait instead.
   */
  refuseWhenSilent(clock: StallGuardOptions['clock']): void;
  /** From now on every statement fails with this reason. */
  refuse(reason: string): void;
  /**
   * True when a commit succeeds: not on a standby, not while commits wait for a standby that is gone, nor
   * from a write that was refused for want of space until one succeeds.
   */
  isWritable(): Promise<boolean>;
  /** Connections in use and idle, and statements that wait for one. */
  poolCounts(): { busy: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** The database has a schema that this version cannot bring up to date. The message is one line for the operator. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}

const int8 = 20;
const date = 1082;
const int8Array = 1016;
const textArray: number = 1009;
const dateArray = 1182;
const parseTexts = pg.types.getTypeParser(textArray) as (text: string) => (string | null)[];

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === int8) return (text: string) => BigInt(text);
    if (oid === date) return (text: string) => text;
    if (oid === dateArray) return parseTexts;
    if (oid === int8Array) {
      return (text: string) => parseTexts(text).map((item) => (item === null ? null : BigInt(item)));
    }
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** How long the program waits for the server. */
export interface DatabaseLimits {
  /** How long a statement may wait for a connection. */
  connectWithinMs?: number;
  /** How long a statement may take. Migrations and commands read complete tables. */
  answerWithinMs?: number;
  /** How long a transaction may wait for its next statement. */
  continueWithinMs?: number;
}

/**
 * For calls of players. A machine that is slower than usual by a factor needs that factor: there, a new connection
 * alone takes seconds, and each call after a quiet time would fail.
 */
export const callLimits = (factor = 1): Required<DatabaseLimits> => ({
  connectWithinMs: 2_000 * factor,
  answerWithinMs: 15_000 * factor,
  continueWithinMs: 2_000 * factor,
});
const usualLimits = callLimits();

/** What statements of the site run under: it owns nothing, and only reads the ledger's tables. */
export const applicationRole = 'fairground_app';

/**
 * A connection that waits longer for a statement ends. The server has a process for each, of 5 MB when it is new and of
 * 20 when it has met all statements; a new one is there in milliseconds.
 */
const idleConnectionMs = 10_000;
/** After this time a connection ends although it is in use all the time: a server's process only ever grows. */
export const connectionSeconds = 3_600;

/** For migrations and commands, which nobody waits for but the operator. */
export const patientMs = 3_600_000;

/**
 * The limits of a start and of the operator's commands. A slow or busy machine loads the modules of the site for many
 * seconds, in which this process reads no answer and sends no statement: a call may not wait for that, a migration may.
 * Where the process is suspended, what it has locked is free after `continueWithinMs` all the same.
 */
export const operatorLimits = {
  connectWithinMs: 60_000,
  answerWithinMs: patientMs,
  continueWithinMs: 60_000,
} satisfies DatabaseLimits;

/** The connections of a site; the operator's commands have another name. */
export const siteApplicationName = 'fairground';

export const openDatabase = ({
  address,
  role,
  connections = 12,
  isPooled = false,
  connectWithinMs = usualLimits.connectWithinMs,
  answerWithinMs = usualLimits.answerWithinMs,
  continueWithinMs = usualLimits.continueWithinMs,
  applicationName = siteApplicationName,
  onError,
}: DatabaseLimits & {
  address: DatabaseAddress;
  /** Work under this role; the server must have it. */
  role?: string | undefined;
  connections?: number;
  /**
   * Behind a pooler a session is somebody else's in the next transaction: nothing is prepared in it, nor set for it. As
   * long as nobody knows, nothing is prepared.
   */
  isPooled?: boolean | 'perhaps' | undefined;
  /** What the server shows this program's connections as. */
  applicationName?: string | undefined;
  onError: (error: Error) => void;
}): Database => {
  const toSend = isPooled
    ? ({ text, values }: Statement) => ({ text, values })
    : (statement: Statement) => statement;
  const pool = new pg.Pool({
    ...withSession(address, {
      applicationName,
      settings: {
        ...(role ? { role } : {}),
        idle_in_transaction_session_timeout: String(continueWithinMs),
      },
      isPooled: isPooled === true,
    }),
    ...keepAlive,
    types,
    idleTimeoutMillis: idleConnectionMs,
    maxLifetimeSeconds: connectionSeconds,
    pipeline: true,
    stream: () => new CoalescingSocket(),
    max: connections,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
  });
  let isClosing = false;
  pool.on('error', (error) => {
    if (!isClosing) onError(error);
  });
  pool.on('connect', (client) => {
    client.on('notice', ({ routine }) => {
      // A promotion may take the commit back. Whoever repeats the call with its key waits for the standby again.
      if (routine === standbyWait) client.connection.emit('error', new DatabaseAway(notReplicated));
    });
  });

  let guard: StallGuard | undefined;
  let refusal: DatabaseAway | undefined;
  /** Set by a write that was refused, until one is done. */
  let refusesWrites = false;
  const runGuarded = async <Result>(run: () => Promise<Result>, commits = false): Promise<Result> => {
    if (refusal) throw refusal;
    try {
      return await (guard ? guard.run(run, commits) : run());
    } catch (error) {
      if (cannotWrite(error)) refusesWrites = true;
      throw error;
    }
  };

  return {
    query: <Row extends object>(statement: Statement) =>
      runGuarded(() => retry(async () => (await pool.query<Row>(toSend(statement))).rows)),
    transaction: (work) => runGuarded(() => retry(() => runTransaction(pool, toSend, work)), true),
    refuseWhenSilent(clock) {
      guard ??= createStallGuard({
        probe: (giveUp) => proveCommit(address, giveUp),
        isResponse: (error) => !(error instanceof DatabaseAway),
        clock,
      });
    },
    refuse(reason) {
      refusal = new DatabaseAway(reason);
    },
    async isWritable() {
      try {
        if (refusesWrites) {
          // A read does not detect a full disk, and a small write may still succeed where a bet does not.
          await runGuarded(() => pool.query(writeProbe, [Buffer.alloc(probeBytes, 1)]));
          refusesWrites = false;
          return true;
        }
        const { rows } = await runGuarded(() => pool.query<{ writable: boolean }>(commitProbe));
        return rows[0]?.writable === true;
      } catch {
        return false;
      }
    },
    poolCounts: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      isClosing = true;
      guard?.stop();
      if (!pool.ending) await pool.end();
    },
  };
};

const probeBytes = 256 * 1024;
const writeProbe = `INSERT INTO write_probe (id, filler) VALUES (1, $1)
  ON CONFLICT (id) DO UPDATE SET filler = excluded.filler`;
const commitProbe = `${emptyCommit}, current_setting('transaction_read_only') = 'off' AS writable`;

/** No space, an error of the disk, or a server that only reads. */
const cannotWrite = (error: unknown): boolean => ['53100', '58030', '25006'].includes(sqlState(error) ?? '');

/**
 * What the driver throws without a code: it stopped waiting, or lost the connection. Its own
 * words, see unavailable.test.ts.
 */
const poolBusy = 'timeout exceeded when trying to connect';
const timeouts: ReadonlySet<string> = new Set([
  poolBusy,
  'timeout expired',
  'Connection terminated due to connection timeout',
  'Query read timeout',
]);
const lostConnections: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  // Statements on a connection that broke after the one before.
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]);
export const driverMessages: readonly string[] = [...timeouts, ...lostConnections];

const maxAttempts = 3;
/** A serialization failure or a deadlock: the server rolled everything back, so a retry is safe. */
const retriedStates = new Set(['40001', '40P01']);

const retry = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === maxAttempts || !retriedStates.has(sqlState(error) ?? '')) throw error;
    }
  }
};

/** Prepared, so that the socket sends them together with the statements next to them. */
const beginStatement = { name: 'begin', text: 'BEGIN', values: [] };
const commitStatement = { name: 'commit', text: 'COMMIT', values: [] };

const runTransaction = async <Result>(
  pool: pg.Pool,
  toSend: (statement: Statement) => pg.QueryConfig,
  work: (query: Database['query'], beforeCommit: BeforeCommit) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  const recordBroken = (error: Error) => {
    broken = error;
  };
  // The pool listens to idle connections alone: one that breaks in use would end the process.
  client.on('error', recordBroken);
  const pending: Promise<unknown>[] = [];
  const addPending: BeforeCommit = (promise) => {
    // It is awaited with the commit, which an error of `work` prevents.
    promise.catch(() => undefined);
    pending.push(promise);
  };
  let isEnding = false;
  const query = async <Row extends object>(statement: Statement): Promise<Row[]> => {
    if (isEnding) throw new Error('a statement came after the commit of its transaction');
    return (await client.query<Row>(toSend(statement))).rows;
  };
  try {
    // Shares the round trip of the first statement, which fails with it.
    addPending(client.query(toSend(beginStatement)));
    const result = await work(query, addPending);
    isEnding = true;
    const commit = client.query(toSend(commitStatement));
    await Promise.all([...pending, commit]);
    // The server ends a failed transaction by a rollback and reports no error.
    if ((await commit).command !== 'COMMIT') throw new Error('a transaction was rolled back at its end');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(recordBroken);
    // One to a server that only reads, or that is ending.
    if (error instanceof Error && isUnavailable(error)) broken ??= error;
    throw error;
  } finally {
    client.removeListener('error', recordBroken);
    client.release(broken);
  }
};

/** SQLSTATE of a database error, or undefined for any other error. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/** The unique index, or other constraint, that a statement would break; none where a trigger refused it. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.constraint : undefined;

/** All connections of the pool were in use for too long: nothing was sent. */
const isPoolBusy = (error: unknown): boolean => error instanceof Error && error.message === poolBusy;

/** A connection is waited for two seconds each time. */
const maxBusyAttempts = 15;

/**
 * For calls that cannot be made up for later: waits for a connection again while all are in use. A server that is
 * away still fails immediately.
 */
export const retryWhileBusy = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isPoolBusy(error) || attempts === maxBusyAttempts) throw error;
    }
  }
};

/** Codes of a failed connection, or of a failed name look-up: in containers, that of a stopped server fails. */
const unreachable = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Whether the server could not be reached, or the connection broke: the caller responds with 503 `unavailable`. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseAway) return true;
  const state = sqlState(error);
  // The server reports that a connection failed, was refused or ended, no resources, a disk error, or a standby.
  if (state !== undefined) return /^(08|28|3D|57P|25P0[34]|53|58030|25006)/.test(state);
  if ('code' in error && unreachable.has(String(error.code))) return true;
  if (isCertificateFault(error)) return true;
  return timeouts.has(error.message) || lostConnections.has(error.message);
};
