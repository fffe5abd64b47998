/**
 * One PostgreSQL server process under watch: started until it takes connections, started again when it ends
 * by itself, and stopped in a bounded time.
 */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../clock.ts';
import { createRunTime } from '../run-time.ts';
import { EmbeddedPostgresError } from './embedded-postgres-lock.ts';
import type { Log } from '../logger.ts';

/** Fit for `pg`. */
export interface EmbeddedAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

const readyWithinMs = 60_000;
const readyTickMs = 250;

export function supervise(address: EmbeddedAddress, launch: () => ChildProcess, log: Log) {
  let child: ChildProcess;
  let stopping: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    child = launch();
    const started = child;
    const lastLine = followOutput(started, log);
    const ended = new Promise<string>((resolve) => {
      started.once('error', (error) => resolve(error.message));
      started.once('close', (code, signal) => resolve(lastLine() || `ended with ${String(code ?? signal)}`));
    });
    const failure = await Promise.race([untilReady(address, started, ended), ended]);
    if (failure !== null) throw new EmbeddedPostgresError(`The embedded database did not start: ${failure}`);
    void ended.then((reason) => {
      if (stopping === null) void restart(reason);
    });
  };

  // After a crash the old server's helpers may need a moment to release the folder.
  const restart = async (reason: string): Promise<void> => {
    log.error({ reason }, 'the database server exited unexpectedly; restarting it');
    for (let pauseMs = 50; stopping === null; pauseMs = Math.min(pauseMs * 2, 1000)) {
      try {
        await run();
        return;
      } catch (error) {
        log.warn({ err: error }, 'the database server cannot be started yet');
        await sleep(pauseMs);
      }
    }
  };

  return {
    address,
    async start() {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await run();
        } catch (error) {
          const inUse = error instanceof Error && /still in use|shared memory/.test(error.message);
          if (!inUse || attempt === 20) {
            await end(child);
            throw error;
          }
          await sleep(100);
        }
      }
    },
    stop() {
      stopping ??= end(child);
      return stopping;
    },
  };
}

export type SupervisedServer = ReturnType<typeof supervise>;

/** Null once connections are taken; a reason when they never were. `ended` has that of a server that ends by itself. */
async function untilReady(
  address: EmbeddedAddress,
  child: ChildProcess,
  ended: Promise<string>,
): Promise<string | null> {
  const runTime = createRunTime(systemClock.monotonic, readyTickMs);
  let waitedMs = 0;
  const ticking = systemClock.setInterval(() => (waitedMs += runTime.tick()), readyTickMs);
  try {
    while (waitedMs < readyWithinMs) {
      // The last lines of a server that has ended may still be on their way.
      if (child.exitCode !== null || child.signalCode !== null) return await ended;
      const code = await tryConnection(address, 'SELECT 1');
      if (code === null) return null;
      const noSuchDatabase = '3D000';
      if (code === noSuchDatabase) {
        await tryConnection({ ...address, database: 'postgres' }, `CREATE DATABASE ${address.database}`);
        continue;
      }
      await sleep(10);
    }
    return `no connection within ${readyWithinMs / 1000} s`;
  } finally {
    ticking.cancel();
  }
}

/** Null, or the code of the failure. */
async function tryConnection(address: EmbeddedAddress, statement: string): Promise<string | null> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 5000 });
  // A connection that breaks after the response emits an error that is irrelevant.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Fast shutdown first; an immediate one is repaired from the log at the next start, so nothing is lost. */
async function end(child: ChildProcess): Promise<void> {
  const isOver = (): boolean =>
    child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const over = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  for (const [signal, waitMs] of [
    ['SIGINT', 6000],
    ['SIGQUIT', 2000],
    ['SIGKILL', 1000],
  ] as const) {
    if (isOver()) return;
    child.kill(signal);
    const giveUp = new AbortController();
    await Promise.race([over, sleep(waitMs, undefined, { signal: giveUp.signal }).catch(() => undefined)]);
    giveUp.abort();
  }
}

/**
 * Logs the output of the process, and retains the last line that explains a failure. Refusals of connections explain
 * nothing: they follow from the state of the server, and may come after the line with the reason.
 */
export function followOutput(child: ChildProcess, log: Log): () => string {
  let lastLine = '';
  if (child.stderr === null) return () => lastLine;
  createInterface({ input: child.stderr }).on('line', (line) => {
    const serious = /\b(FATAL|PANIC|error):/.test(line) && !/ client backend FATAL:/.test(line);
    if (serious || lastLine === '') lastLine = line;
    log.debug({ line }, 'database');
  });
  return () => lastLine;
}
