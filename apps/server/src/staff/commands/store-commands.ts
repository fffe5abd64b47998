/** `backup`, `restore`, `move`: the complete database to a file, from a file, and to another server. */
import {
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Transform } from 'node:stream';
import { audit } from '../../site/audit.ts';
import { describeRestart, restartSite } from '../../site/restart.ts';
import { mergeFiles } from '../../identity/lasting-acts/acts-file.ts';
import { keyFits } from '../../fairness/chains/seed-key.ts';
import {
  ArchiveError,
  markUnfinished,
  readArchive,
  writeArchive,
  type ArchiveSummary,
} from '../../platform/database/archive.ts';
import type { DatabaseAddress } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemEntropy } from '../../platform/entropy.ts';
import { readSealKey, replaceSealKey, SealKeyError } from '../../platform/secrets/seal.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { showProgress } from '../../platform/progress.ts';
import { settingsReader } from '../../platform/settings-reader.ts';
import { databaseProtocols } from '../../platform/settings.ts';
import { logCommand } from '../acts/log.ts';
import {
  openForCommand,
  requireFiles,
  requireWord,
  UsageError,
  withAddress,
  withDatabase,
  type Command,
} from './command.ts';

const describe = ({ tables, ledgerHash }: ArchiveSummary): string => {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return `${rows} rows of ${Object.keys(tables).length} tables; the hash of the ledger is ${ledgerHash}`;
};

/** Runs what creates that file, and refuses in one line where it cannot be or something has that name already. */
const creating = <Result>(file: string, create: () => Result): Result => {
  try {
    return create();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new UsageError(`${file} already exists.`);
    }
    throw new UsageError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
};

/** Exclusive creation follows no symbolic link, not even one that leads nowhere. */
const openNew = (file: string): number => creating(file, () => openSync(file, 'wx', 0o600));

/** A link, even one that leads nowhere, counts. */
const refuseExisting = (file: string): void => {
  if (lstatSync(file, { throwIfNoEntry: false })) throw new UsageError(`${file} already exists.`);
};

/**
 * Checks that the site's own key opens what was read, or where the site has none, that the backup's does, which is
 * returned then. Throws before anything is committed where neither does.
 */
const chooseKey = async (query: Database['query'], { own, ofBackup }: { own: string; ofBackup: string }) => {
  const ownKey = await readSealKey(own);
  const backupKey = await readSealKey(ofBackup);
  if (!ownKey && !backupKey) {
    if ((await keyFits(query, Buffer.alloc(32))) === null) return undefined;
    throw new SealKeyError(
      `The key of this backup is missing: put it next to the backup as ${ofBackup}, or into ${own}. ` +
        'Nothing was restored.',
    );
  }
  if (ownKey && (await keyFits(query, ownKey)) !== false) return undefined;
  const backupFits = backupKey !== undefined && (await keyFits(query, backupKey)) !== false;
  if (!ownKey && backupFits) return backupKey;
  throw new SealKeyError(
    ownKey && backupFits
      ? `${own} is not the key of this backup, ${ofBackup} is: move the first one elsewhere, so that the ` +
          'second can take its place. Nothing was restored.'
      : `Neither ${own} nor ${ofBackup} is the key of this backup. Nothing was restored.`,
  );
};

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_000_000)} MB`;

/** Migrates the restored rows to the newest schema, completes the restore and audits it. */
const finishRestore = async (
  address: DatabaseAddress,
  work: (database: Database) => Promise<void>,
  print: (line: string) => void,
): Promise<number> => {
  const database = openForCommand(address);
  const stopProgress = showProgress(() => 'everything is copied, the audit runs');
  try {
    await migrate(database);
    await work(database);
    const broken = (await audit(database)).filter((finding) => finding.broken.length > 0);
    for (const { line, states } of broken) print(`FAILED  ${line} ${states}`);
    print(broken.length === 0 ? 'The audit is clean.' : 'The audit found broken invariants.');
    return broken.length === 0 ? 0 : 1;
  } finally {
    stopProgress();
    await database.close();
  }
};

const unlisted = (createdAt: string): string =>
  `No file of lasting acts was given: breaks, limits, suspensions and closings after ${createdAt} are lost.`;

export const storeCommands: readonly Command[] = [
  {
    name: 'backup',
    usage: 'FILE',
    help: `\
Writes a snapshot of the whole database to a new file; the site may be running. The key that opens sealed seeds
is copied to FILE.key: store it apart from the backup, and lose neither. Existing files and links are refused.`,
    async run(input) {
      const { print } = input;
      const file = requireWord(input, 0, 'The name of a file');
      const [unfinished, keyFile] = [`${file}.unfinished`, `${file}.key`];
      for (const name of [file, keyFile]) refuseExisting(name);
      const descriptor = openNew(unfinished);
      try {
        const target = createWriteStream(unfinished, { fd: descriptor, flush: true });
        const stopProgress = showProgress(() => `${file}: ${megabytes(target.bytesWritten)} written`);
        const summary = await withAddress(input.settings, (address) => writeArchive(address, target)).finally(
          stopProgress,
        );
        if (existsSync(input.settings.seedKeyFile)) {
          const key = readFileSync(input.settings.seedKeyFile);
          creating(keyFile, () => writeFileSync(keyFile, key, { flag: 'wx', mode: 0o600 }));
          print(`${keyFile}: the key of the sealed seeds`);
        }
        // A rename would replace a file that was created there in the meantime.
        creating(file, () => linkSync(unfinished, file));
        print(`${file}: ${describe(summary)}`);
      } finally {
        rmSync(unfinished, { force: true });
      }
      await withDatabase(input.settings, ({ query }) => logCommand(query, 'backup', { file }));
    },
  },
  {
    name: 'restore',
    usage: 'FILE [ACTS ...]',
    help: `\
Reads a backup into an empty database: the one of DATABASE_URL, or a new one in DATA_DIR. Checks every count and
the hash of the ledger, and that the seed key opens the seeds (FILE.key becomes the seed key if there is none yet).
Then it makes sure that nothing drawn after the backup can be drawn again: open games are void and their stakes go
back, new seed chains are published, the seeds of all players are replaced, and all sessions end. ACTS are the files of
lasting acts of all machines of the old site (lasting-acts in DATA_DIR, or LASTING_ACTS_FILE): the breaks, limits,
suspensions and closings in them are in effect again.
Finally the database is audited.`,
    async run(input) {
      const { print } = input;
      const file = requireWord(input, 0, 'The name of a file');
      if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
      const { seedKeyFile, lastingActsFile } = input.settings;
      const given = requireFiles(input.words.slice(1));
      const key = { own: seedKeyFile, ofBackup: `${file}.key` };
      return withAddress(input.settings, async (address) => {
        const keysToTake: Buffer[] = [];
        const source = createReadStream(file);
        const { size } = statSync(file);
        const stopProgress = showProgress(
          () => `${file}: ${megabytes(source.bytesRead)} of ${megabytes(size)} read`,
        );
        const summary = await readArchive(source, address, async (query) => {
          const taken = await chooseKey(query, key);
          if (taken) keysToTake.push(taken);
          await markUnfinished(query);
        }).finally(stopProgress);
        for (const taken of keysToTake) await replaceSealKey(key.own, taken);
        print(`${file}: ${describe(summary)}`);
        const work = async (database: Database) => {
          const restarted = await restartSite({
            database,
            entropy: systemEntropy,
            seedKeyFile,
            actsFiles: [lastingActsFile, ...given],
            reason: 'restore',
            restoredTo: summary.createdAt,
            details: { file, ledgerHash: summary.ledgerHash, createdAt: summary.createdAt },
          });
          for (const line of describeRestart(restarted)) print(line);
          await mergeFiles(lastingActsFile, given);
          if (!existsSync(lastingActsFile)) print(unlisted(summary.createdAt));
        };
        return finishRestore(address, work, print);
      });
    },
  },
  {
    name: 'move',
    usage: '--to DATABASE_URL',
    help: `\
Copies the database in DATA_DIR to an empty database on a PostgreSQL server, and audits it there. Stop the site
first, and start it with DATABASE_URL afterwards; the seed key stays where it is.`,
    options: ['to'],
    async run({ settings, option, print }) {
      const to = option('to');
      if (to === undefined) throw new UsageError('--to is missing.');
      if (settings.databaseUrl !== null)
        throw new UsageError('DATABASE_URL is set: this command moves the database in DATA_DIR.');
      settingsReader({ '--to': to }).url('--to', databaseProtocols);
      const target: DatabaseAddress = { connectionString: to };
      return withAddress(settings, async (address, { isRunning }) => {
        if (isRunning)
          throw new UsageError('The site is running: stop it first, so that nothing is left behind.');
        const database = openForCommand(address);
        try {
          await migrate(database);
        } finally {
          await database.close();
        }
        let bytes = 0;
        const pipe = new Transform({
          transform(chunk: Buffer, _encoding, done) {
            bytes += chunk.length;
            done(null, chunk);
          },
        });
        const stopProgress = showProgress(() => `${megabytes(bytes)} copied, compressed`);
        const [written, read] = await Promise.all([
          writeArchive(address, pipe).catch((error: Error) => {
            pipe.destroy(error);
            throw error;
          }),
          readArchive(pipe, target),
        ]).finally(stopProgress);
        if (written.ledgerHash !== read.ledgerHash) throw new ArchiveError('the ledgers differ');
        print(describe(read));
        const entry = { from: settings.dataDir, ledgerHash: read.ledgerHash };
        return finishRestore(target, ({ query }) => logCommand(query, 'move', entry), print);
      });
    },
  },
];
