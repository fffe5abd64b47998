/** An unavailable database: its connections are closed, and none is accepted until the outage ends. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Outage {
  end(): void;
}

/** `dataDir` is that of a site with its own database. */
export const beginOutage = (dataDir: string): Outage => {
  const postmaster = postmasterOf(dataDir);
  // Stopped first, so that no client reconnects.
  process.kill(postmaster, 'SIGSTOP');
  for (const pid of connectionsOf(postmaster)) process.kill(pid, 'SIGTERM');
  return { end: () => void process.kill(postmaster, 'SIGCONT') };
};

const postmasterOf = (dataDir: string): number => {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  const note = names.find((name) => name.endsWith('postmaster.pid'));
  if (note === undefined) throw new Error(`no database runs in ${dataDir}`);
  return Number(readFileSync(join(dataDir, note), 'utf8').split('\n')[0]);
};

/** PostgreSQL names each of its processes; those that serve a connection have the database in their name. */
const connectionsOf = (postmaster: number): number[] =>
  execFileSync('pgrep', ['-P', String(postmaster), '-f', 'postgres: .* fairground '], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);
