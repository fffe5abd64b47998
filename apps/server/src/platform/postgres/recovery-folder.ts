/**
 * The folder from which the embedded database can go back to any second: base backups, and the archive of the write-ahead
 * log. `base/TIME/` has `base.tar.gz` and `backup_label`; TIME is the moment from which on it can be recovered. `wal/` has
 * the segments, compressed. The layout fits deploy/fairground-recover too, except for the label.
 */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import type { Account } from './embedded-postgres-launch.ts';

export interface BaseBackup {
  folder: string;
  /** From this moment on the database can be recovered from it. */
  takenAt: Date;
  timeline: number;
  /** The first segment that its recovery needs. */
  firstSegment: string;
}

const baseOf = (recoveryFolder: string): string => path.join(recoveryFolder, 'base');
const walOf = (recoveryFolder: string): string => path.join(recoveryFolder, 'wal');

export const baseFileOf = (folder: string): string => path.join(folder, 'base.tar.gz');
export const labelFileOf = (folder: string): string => path.join(folder, 'backup_label');

/** Where a base backup taken at that moment lies. No colon, which other programs take for the end of a host's name. */
export const baseFolderOf = (recoveryFolder: string, takenAt: Date): string =>
  path.join(baseOf(recoveryFolder), takenAt.toISOString().replaceAll(':', ''));

const parseName = (name: string): Date | undefined => {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z)$/.exec(name);
  return parts ? new Date(parts.slice(1).join(':')) : undefined;
};

/** Makes what is missing. `owner` is the user that the server runs as, where that is another one. */
export const prepareRecoveryFolder = (recoveryFolder: string, owner: Account | null): void => {
  mkdirSync(recoveryFolder, { recursive: true, mode: owner === null ? 0o700 : 0o711 });
  mkdirSync(baseOf(recoveryFolder), { recursive: true, mode: 0o700 });
  const wal = walOf(recoveryFolder);
  mkdirSync(wal, { recursive: true, mode: 0o700 });
  chmodSync(wal, 0o700);
  if (owner !== null) chownSync(wal, owner.uid, owner.gid);
};

/** For a command in a setting of PostgreSQL, where `%` begins a placeholder. */
const quote = (file: string): string => `'${file.replaceAll(`'`, `'\\''`).replaceAll('%', '%%')}'`;

/**
 * Stores a segment under its name once it is complete and durable. A segment is archived again after a crash before
 * PostgreSQL noted the success; one with other contents under the same name is refused, since another server wrote it.
 */
export const archiveCommand = (recoveryFolder: string): string => {
  const wal = quote(walOf(recoveryFolder));
  return [
    `f=${wal}/%f.gz`,
    `if [ -e "$f" ]; then gunzip -c "$f" | cmp -s - %p`,
    `else gzip -c %p > "$f.part" && sync "$f.part" && mv "$f.part" "$f" && sync ${wal}`,
    'fi',
  ].join('; ');
};

export const restoreCommand = (recoveryFolder: string): string =>
  `f=${quote(walOf(recoveryFolder))}/%f.gz; test -f "$f" && gunzip -c "$f" > %p`;

/** Undefined where there is none, also where the backup was deleted a moment ago. */
const readLabel = (folder: string): string | undefined => {
  try {
    return readFileSync(labelFileOf(folder), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

const readBackup = (folder: string, takenAt: Date): BaseBackup | undefined => {
  const label = existsSync(baseFileOf(folder)) ? readLabel(folder) : undefined;
  if (label === undefined) return undefined;
  const firstSegment = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(label)?.[1];
  const timeline = /^START TIMELINE: (\d+)$/m.exec(label)?.[1];
  if (firstSegment === undefined || timeline === undefined) return undefined;
  return { folder, takenAt, timeline: Number(timeline), firstSegment };
};

/** Those that are complete, the newest first. Another process may be taking or deleting one at the same time. */
export const listBaseBackups = (recoveryFolder: string): BaseBackup[] => {
  const base = baseOf(recoveryFolder);
  if (!existsSync(base)) return [];
  return readdirSync(base)
    .flatMap((name) => {
      const takenAt = parseName(name);
      return takenAt ? (readBackup(path.join(base, name), takenAt) ?? []) : [];
    })
    .toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
};

/** Position in the log without the timeline, as pg_archivecleanup compares segments. */
const positionOf = (segment: string): string => segment.slice(8, 24);

const deletedSuffix = '.deleted';

/** Also what a process that was killed while deleting has left. */
const deleteRemains = (recoveryFolder: string): void => {
  const base = baseOf(recoveryFolder);
  for (const name of readdirSync(base))
    if (name.endsWith(deletedSuffix)) rmSync(path.join(base, name), { recursive: true, force: true });
};

export interface Deleted {
  baseBackups: number;
  segments: number;
}

/** Leaves the newest base backups, and the segments that the oldest of these needs. */
export const deleteOldBackups = (recoveryFolder: string, retained: number): Deleted => {
  const backups = listBaseBackups(recoveryFolder);
  const surplus = backups.slice(retained);
  // Under a name that is not listed, so that nobody reads one of which a part is gone already.
  for (const { folder } of surplus) renameSync(folder, `${folder}${deletedSuffix}`);
  deleteRemains(recoveryFolder);
  const oldest = backups.slice(0, retained).at(-1);
  let segments = 0;
  if (oldest) {
    for (const name of readdirSync(walOf(recoveryFolder))) {
      // History files of timelines are small, and stay, so that no number of a timeline is used twice.
      const isOld =
        /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup|\.partial)?\.gz$/.test(name) &&
        positionOf(name) < positionOf(oldest.firstSegment);
      if (!isOld) continue;
      rmSync(path.join(walOf(recoveryFolder), name));
      segments += 1;
    }
  }
  return { baseBackups: surplus.length, segments };
};
