/** `base-backup`, `restore-to`: the embedded database back to any second. */
import { existsSync } from 'node:fs';
import { describeRestart, restartSite } from '../app/restart.ts';
import { systemEntropy } from '../platform/entropy.ts';
import { createLogger } from '../platform/logger.ts';
import { takeBaseBackup } from '../platform/postgres/base-backup.ts';
import type { Database } from '../platform/postgres/database.ts';
import { recoverTo } from '../platform/postgres/point-in-time.ts';
import { recoveryFolderOf, type Settings } from '../platform/settings.ts';
import { mergeLists } from '../accounts/closing/closed-list.ts';
import { openForCommand, UsageError, withAddress, type Command } from './command.ts';
import { logCommand } from './operator/log.ts';
import { finishRestore } from './store-commands.ts';

const timeForm = 'a time with its zone, such as 2026-11-23T10:15:00Z';

/** With a zone: which second is meant must not depend on the machine. */
const parseTime = (text: string): Date => {
  const form = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,3})?)(Z|[+-]\d\d)(?::?(\d\d))?$/.exec(text);
  const [, day, time, zone, minutes = '00'] = form ?? [];
  const parsed = new Date(`${day}T${time}${zone === 'Z' ? 'Z' : `${zone}:${minutes}`}`);
  if (!form || Number.isNaN(parsed.getTime())) throw new UsageError(`--time ${text} is not ${timeForm}.`);
  return parsed;
};

const requireEmbedded = ({ databaseUrl }: Settings): void => {
  if (databaseUrl === null) return;
  throw new UsageError(
    'DATABASE_URL is set: this is for the database of DATA_DIR. A server has its own means, see docs/operations.md.',
  );
};

export const recoveryCommands: readonly Command[] = [
  {
    name: 'base-backup',
    usage: '',
    help: `Copies the embedded database into RECOVERY_DIR now, as a start for recoveries; the site may be running, and
takes one itself every BASE_BACKUP_HOURS. Then deletes all but the newest BASE_BACKUPS, and the segments of the
write-ahead log that only those needed.`,
    async run({ settings, print }) {
      requireEmbedded(settings);
      const recoveryFolder = recoveryFolderOf(settings);
      if (recoveryFolder === undefined) {
        throw new UsageError(
          'BASE_BACKUP_HOURS is not set: without it the write-ahead log is not archived, and a copy is of no use.',
        );
      }
      const { dataDir, baseBackups: retained } = settings;
      await withAddress(settings, async (address) => {
        const { folder, deleted } = await takeBaseBackup({ address, dataDir, recoveryFolder, retained });
        print(folder);
        print(`${deleted.baseBackups} older base backups and ${deleted.segments} segments are deleted`);
        const database = openForCommand(address);
        try {
          await logCommand(database.query, 'base-backup', { folder, deleted });
        } finally {
          await database.close();
        }
      });
    },
  },
  {
    name: 'restore-to',
    usage: '(--time TIME | --latest) [--closed LIST]',
    options: ['time', 'closed'],
    flags: ['latest'],
    help: `Recovers the embedded database from RECOVERY_DIR, as it was at TIME (${timeForm}) or at the end of what was archived.
Stop the site and move DATA_DIR/postgres away first: an existing database is never overwritten. Then, as after \`restore\`,
nothing that may have been drawn after that moment can be drawn again: open games are void and their stakes go back, new
seed chains are published, all seeds of players are replaced, all sessions end, and accounts of the list of closed ones
are closed again. Last the database is audited. The seed key is the site's own.`,
    async run({ settings, option, flag, print }) {
      requireEmbedded(settings);
      const time = option('time');
      if ((time === undefined) !== flag('latest')) throw new UsageError('Give either --time or --latest.');
      const until = time === undefined ? null : parseTime(time);
      if (until && until.getTime() > Date.now()) throw new UsageError(`--time ${time} is not over yet.`);
      const { dataDir, recoveryDir: recoveryFolder, seedKeyFile, closedAccountsFile } = settings;
      const closed = option('closed');
      for (const file of [seedKeyFile, ...(closed === undefined ? [] : [closed])]) {
        if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
      }
      const recovery = { dataDir, recoveryFolder, until, log: createLogger('warn') };
      return recoverTo(recovery, async (address, base) => {
        print(`${base.folder}: recovered to ${until?.toISOString() ?? 'the end of the archive'}`);
        const work = async (database: Database) => {
          const restarted = await restartSite({
            database,
            entropy: systemEntropy,
            seedKeyFile,
            closedLists: closed === undefined ? [closedAccountsFile] : [closedAccountsFile, closed],
            reason: 'recovery',
            details: { baseBackup: base.folder, until: until?.toISOString() ?? null },
          });
          for (const line of describeRestart(restarted)) print(line);
          if (closed !== undefined) await mergeLists(closedAccountsFile, closed);
        };
        return finishRestore(address, work, print);
      });
    },
  },
];
