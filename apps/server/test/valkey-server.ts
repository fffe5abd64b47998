/** A Valkey or Redis server of a test's own, on loopback, that can be killed, frozen and started again. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';

export const valkeyProgram = ['valkey-server', 'redis-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);
export const valkeyMissing =
  'Skipped: tests of several processes need valkey-server or redis-server (apt-get install redis-server).';

export const createValkeyServer = async () => {
  const program = valkeyProgram;
  if (program === undefined) throw new Error(valkeyMissing);
  const folder = mkdtempSync(join(tmpdir(), 'fairground-valkey-'));
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  const kill = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const start = (): void => {
    if (child !== undefined) return;
    const started = spawn(
      program,
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
      { stdio: 'ignore' },
    );
    child = started;
    // One that was killed just before may still hold the port.
    started.on('exit', () => {
      if (child !== started) return;
      child = undefined;
      start();
    });
  };
  return {
    url: `valkey://127.0.0.1:${port}`,
    start,
    kill,
    /** Freezes it: its connections stay open and answer nothing. */
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    remove() {
      kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type ValkeyServer = Awaited<ReturnType<typeof createValkeyServer>>;
