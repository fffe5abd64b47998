/**
 * A server that was left running on the data folder is ended before a new one starts, so that the new one
 * is always our child, with our settings. Also removes the pid file of a server that no longer runs: PostgreSQL
 * takes any living process of that number for the old server, and numbers are soon reused in containers.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-lock.ts';
import type { Log } from '../logger.ts';

/** How long each signal is given: clean shutdown, immediate shutdown (the log is replayed later), kill. */
const endings: readonly (readonly [NodeJS.Signals, waitMs: number])[] = [
  ['SIGINT', 3000],
  ['SIGQUIT', 2000],
  ['SIGKILL', 2000],
];

/** Only to be called by the holder of the folder's lock. */
export async function endLeftover(dataFolder: string, log: Log): Promise<void> {
  const note = path.join(dataFolder, 'postmaster.pid');
  const pid = existsSync(note) ? Number(readFileSync(note, 'utf8').split('\n', 1)[0]) : 0;
  if (!Number.isSafeInteger(pid) || pid <= 1) return;
  if (isServer(pid, dataFolder)) {
    log.warn({ pid }, 'ending a database server that was left running');
    await endServer(pid, dataFolder);
  }
  rmSync(note, { force: true });
}

async function endServer(pid: number, dataFolder: string): Promise<void> {
  for (const [signal, waitMs] of endings) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!isServer(pid, dataFolder)) return;
      throw new EmbeddedPostgresError(
        `A database server (process ${pid}) runs on ${dataFolder} and cannot be stopped: ${String(error)}`,
      );
    }
    for (let waited = 0; waited < waitMs; waited += 20) {
      if (!isServer(pid, dataFolder)) return;
      await sleep(20);
    }
  }
  throw new EmbeddedPostgresError(
    `A database server (process ${pid}) runs on ${dataFolder} and does not stop.`,
  );
}

/** Whether that process is a PostgreSQL server on that folder, and not another that got its number. */
function isServer(pid: number, dataFolder: string): boolean {
  const command = commandLine(pid);
  return command.includes('postgres') && command.includes(dataFolder);
}

function commandLine(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  }
  try {
    // Empty for a process that has ended but was not yet collected by its parent.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
