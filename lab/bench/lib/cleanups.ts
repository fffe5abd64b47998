/** Processes, servers and folders to clean up however a command of the lab ends, the newest first. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Cleanup = () => void | Promise<void>;

const pending = new Set<Cleanup>();

/** Registers a cleanup. The returned function runs it immediately, once. */
export const addCleanup = (cleanup: Cleanup): (() => Promise<void>) => {
  pending.add(cleanup);
  return async () => {
    if (pending.delete(cleanup)) await cleanup();
  };
};

export const runCleanups = async (): Promise<void> => {
  for (const cleanup of [...pending].reverse()) {
    pending.delete(cleanup);
    try {
      await cleanup();
    } catch (error) {
      console.error('cleanup failed:', error);
    }
  }
};

/** An interrupted command ends after its cleanups, with the exit code of the signal. */
export const cleanUpOnSignals = (): void => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => void runCleanups().finally(() => process.exit(code)));
};

/**
 * Returns the path of a folder that the cleanups remove last. Temporary files of this process, and of those that it
 * starts from now on, are made in it.
 */
export const useTemporaryFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `fairground-${name}-`));
  // PostgreSQL and web servers may run as other users, who need access to their folders in it.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  addCleanup(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
};
