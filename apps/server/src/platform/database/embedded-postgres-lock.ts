/**
 * Prevents two sites on one data folder. The operating system retains the lock as long as the process
 * lives, through the exclusive lock that Node's own SQLite takes on a small file: so there is no stale
 * lock to detect and no race, and it also works between containers that share the folder.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The message is one line for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

const sqliteBusy = 5;

/** Makes the folder when it is missing. Throws when another process, or this one, has the folder in use. */
export function lockFolder(folder: string, mode: number): { release(): void } {
  const holderFile = path.join(folder, 'site.pid');
  try {
    mkdirSync(folder, { recursive: true, mode });
    const file = new DatabaseSync(path.join(folder, 'site.lock'), { timeout: 0 });
    try {
      // Kept in memory, the journal leaves no second file behind.
      file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    } catch (error) {
      file.close();
      throw error;
    }
    writeFileSync(holderFile, `${process.pid}\n`);
    return { release: () => file.isOpen && file.close() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ('errcode' in error && error.errcode === sqliteBusy) {
      throw new EmbeddedPostgresError(
        `Another site is running on ${folder} (process ${readHolder(holderFile)}): stop it, or set ` +
          'DATA_DIR to another folder.',
      );
    }
    throw new EmbeddedPostgresError(`DATA_DIR ${folder} cannot be used: ${error.message}`);
  }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
