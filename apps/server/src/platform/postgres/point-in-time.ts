/**
 * Recovers the embedded database to a moment, from a base backup and the archive. That happens in a folder next to the place of
 * the database, which gets its name when everything is done: an interrupted recovery leaves no database that looks complete.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Log } from '../logger.ts';
import { syncToDisk } from '../files.ts';
import { unpackBaseBackup } from './base-backup.ts';
import { endLeftover } from './embedded-postgres-leftover.ts';
import { EmbeddedPostgresError, lockFolder } from './embedded-postgres-lock.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedAddress } from './embedded-postgres-server.ts';
import { labelFileOf, listBaseBackups, restoreCommand, type BaseBackup } from './recovery-folder.ts';

export interface RecoveryOptions {
  dataDir: string;
  recoveryFolder: string;
  /** Null recovers to the end of the archive. */
  until: Date | null;
  log: Log;
}

const databaseOf = (folder: string): string => path.join(folder, 'postgres');
const passwordOf = (folder: string): string => path.join(folder, 'postgres-password');

/** The replay of a day's log may take long. */
const replayWithinMs = 24 * 3_600_000;

/** Zones are no names yet when PostgreSQL reads its settings. */
const writeTime = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '+00');

/** The newest base backup that was complete at the moment. */
const findBase = ({ recoveryFolder, until }: RecoveryOptions): BaseBackup => {
  const backups = listBaseBackups(recoveryFolder);
  const found = backups.find(({ takenAt }) => until === null || takenAt <= until);
  if (found) return found;
  const oldest = backups.at(-1);
  throw new EmbeddedPostgresError(
    oldest
      ? `The oldest base backup can be recovered from ${oldest.takenAt.toISOString()} on.`
      : `There is no base backup in ${recoveryFolder}.`,
  );
};

/**
 * `complete` is what remains to be done on the recovered database before a site may use it. Refuses where a database exists or
 * a site runs. Throws with the reason of PostgreSQL where the moment cannot be reached.
 */
export const recoverTo = async <Result>(
  options: RecoveryOptions,
  complete: (address: EmbeddedAddress, base: BaseBackup) => Promise<Result>,
): Promise<Result> => {
  const { dataDir, log } = options;
  const lock = lockFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  try {
    if (existsSync(databaseOf(dataDir))) {
      throw new EmbeddedPostgresError(
        `${databaseOf(dataDir)} exists: move it away first. Nothing was recovered.`,
      );
    }
    const base = findBase(options);
    const recovering = path.join(dataDir, 'recovering');
    await endLeftover(databaseOf(recovering), log);
    rmSync(recovering, { recursive: true, force: true });
    try {
      mkdirSync(recovering, { mode: 0o711 });
      // The password stays, which the database that was moved away requires too; without one a new one is drawn.
      const password = passwordOf(dataDir);
      if (existsSync(password)) copyFileSync(password, passwordOf(recovering));
      const result = await recoverIn(recovering, base, options, complete);
      renameSync(passwordOf(recovering), passwordOf(dataDir));
      renameSync(databaseOf(recovering), databaseOf(dataDir));
      await syncToDisk(dataDir);
      return result;
    } finally {
      rmSync(recovering, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
};

const recoverIn = async <Result>(
  folder: string,
  base: BaseBackup,
  { recoveryFolder, until, log }: RecoveryOptions,
  complete: (address: EmbeddedAddress, base: BaseBackup) => Promise<Result>,
): Promise<Result> => {
  await unpack(base, databaseOf(folder));
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log,
    // Its new timeline goes into the archive, so that another recovery gets another number.
    recoveryFolder,
    settings: {
      restore_command: restoreCommand(recoveryFolder),
      ...(until && { recovery_target_time: writeTime(until) }),
      // That of the base backup: a recovery that was tried before is another one.
      recovery_target_timeline: 'current',
      recovery_target_action: 'promote',
      // No connection before the moment is reached.
      hot_standby: 'off',
    },
    readyWithinMs: replayWithinMs,
  });
  try {
    return await complete(server.address, base);
  } finally {
    await server.stop();
  }
};

const unpack = async ({ folder }: BaseBackup, target: string): Promise<void> => {
  mkdirSync(target, { mode: 0o700 });
  await unpackBaseBackup(folder, target);
  const files = {
    backup_label: readFileSync(labelFileOf(folder), 'utf8'),
    'recovery.signal': '',
    // As at the first start of a site: a password is drawn, and required afterwards.
    'pg_hba.conf': 'local all all trust\n',
  };
  for (const [name, text] of Object.entries(files))
    writeFileSync(path.join(target, name), text, { mode: 0o600 });
};
