/** `backup`, `restore`, `move`: the whole database as a file, back from one, and over to another server. */
import {
  constants,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { PassThrough } from 'node:stream';
import { audit } from '../app/audit.ts';
import { ArchiveError, readArchive, writeArchive, type ArchiveSummary } from '../platform/archive.ts';
import { openDatabase, type DatabaseAddress } from '../platform/database.ts';
import { migrate } from '../platform/migrate.ts';
import { settingsReader } from '../platform/settings-reader.ts';
import { databaseProtocols } from '../platform/settings.ts';
import { logCommand } from '../modules/operator/queries.ts';
import { requireWord, UsageError, withAddress, withDatabase, type Command } from './command.ts';

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
      throw new UsageError(`${file} exists already.`);
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
  if (lstatSync(file, { throwIfNoEntry: false })) throw new UsageError(`${file} exists already.`);
};

/** Brings what was read to the newest schema, and audits it. */
const finish = async (
  address: DatabaseAddress,
  entry: object,
  print: (line: string) => void,
): Promise<number> => {
  const database = openDatabase({ address, connections: 2, onError: () => undefined });
  try {
    await migrate(database.kysely);
    await logCommand(database.query, 'restore', entry);
    const broken = (await audit(database)).filter((finding) => finding.broken.length > 0);
    for (const { line, states } of broken) print(`BROKEN  ${line} ${states}`);
    print(broken.length === 0 ? 'The audit is clean.' : 'The audit found broken invariants.');
    return broken.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
};

export const storeCommands: readonly Command[] = [
  {
    name: 'backup',
    usage: 'FILE',
    help: `Writes the whole database, as it stands at one moment, to a new file; the site may be running. The key
that opens sealed seeds is copied to FILE.key: store it apart from the backup, and lose neither. Files and links
that exist already are refused.`,
    async run(input) {
      const { print } = input;
      const file = requireWord(input, 0, 'The name of a file');
      const [unfinished, keyFile] = [`${file}.unfinished`, `${file}.key`];
      for (const name of [file, keyFile]) refuseExisting(name);
      const descriptor = openNew(unfinished);
      try {
        const target = createWriteStream(unfinished, { fd: descriptor, flush: true });
        const summary = await withAddress(input.settings, (address) => writeArchive(address, target));
        if (existsSync(input.settings.seedKeyFile)) {
          const key = readFileSync(input.settings.seedKeyFile);
          creating(keyFile, () => writeFileSync(keyFile, key, { flag: 'wx', mode: 0o600 }));
          print(`${keyFile}: the key of the sealed seeds`);
        }
        // A rename would replace what came to stand there in the meantime.
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
    usage: 'FILE',
    help: `Reads a backup into an empty database: that of DATABASE_URL, or a new one in DATA_DIR. Checks every count
and the hash of the ledger, brings it to the newest schema, and audits it. FILE.key becomes the seed key
where there is none yet.`,
    async run(input) {
      const { print } = input;
      const file = requireWord(input, 0, 'The name of a file');
      if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
      const key = input.settings.seedKeyFile;
      return withAddress(input.settings, async (address) => {
        const summary = await readArchive(createReadStream(file), address);
        if (existsSync(`${file}.key`) && !existsSync(key))
          copyFileSync(`${file}.key`, key, constants.COPYFILE_EXCL);
        print(`${file}: ${describe(summary)}`);
        return finish(address, { file, ledgerHash: summary.ledgerHash }, print);
      });
    },
  },
  {
    name: 'move',
    usage: '--to DATABASE_URL',
    help: `Copies the database of DATA_DIR to an empty database of a PostgreSQL server, and audits it there. Stop the
site first, and start it afterwards with DATABASE_URL set; the seed key stays where it is.`,
    options: ['to'],
    async run({ settings, option, print }) {
      const to = option('to');
      if (to === undefined) throw new UsageError('--to is missing.');
      if (settings.databaseUrl !== null)
        throw new UsageError('DATABASE_URL is set: this moves the database of DATA_DIR.');
      settingsReader({ '--to': to }).url('--to', databaseProtocols);
      const target: DatabaseAddress = { connectionString: to };
      return withAddress(settings, async (address, { isRunning }) => {
        if (isRunning)
          throw new UsageError('The site is running: stop it first, so that nothing is left behind.');
        const database = openDatabase({ address, connections: 2, onError: () => undefined });
        try {
          await migrate(database.kysely);
        } finally {
          await database.close();
        }
        const pipe = new PassThrough();
        const [written, read] = await Promise.all([
          writeArchive(address, pipe).catch((error: Error) => {
            pipe.destroy(error);
            throw error;
          }),
          readArchive(pipe, target),
        ]);
        if (written.ledgerHash !== read.ledgerHash) throw new ArchiveError('the ledgers differ');
        print(describe(read));
        return finish(target, { from: settings.dataDir, ledgerHash: read.ledgerHash }, print);
      });
    },
  },
];
