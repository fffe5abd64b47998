/** `npm run admin -- COMMAND`: what the operator does from a shell, beside a running site or without one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { audit } from './app/audit.ts';
import { openDatabase, type Database, type DatabaseAddress } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { EmbeddedPostgresError } from './platform/embedded-postgres-lock.ts';
import { createLogger } from './platform/logger.ts';
import { migrate } from './platform/migrate.ts';
import { SettingError } from './platform/settings-reader.ts';
import { readSettings, type Settings } from './platform/settings.ts';

const help = `Usage: npm run admin -- COMMAND

  audit   checks every invariant of the ledger and of the rounds over the whole database;
          prints a line for each, and exits with 1 where one is broken
  help    prints this

The database is the one that the site's settings name (DATABASE_URL, or DATA_DIR's own).`;

/** The socket folder of a server that runs on the data folder: the fifth line of its own note. */
const runningAddress = (dataDir: string): DatabaseAddress => {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return { host: lines[4] ?? '', port: Number(lines[3]), user: 'postgres', database: 'fairground' };
};

/** Works on the database of the settings: a server's, that of a running site, or one started for the purpose. */
const withDatabase = async <Result>(
  settings: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const open = async (address: DatabaseAddress, isOwn: boolean): Promise<Result> => {
    const database = openDatabase({ address, connections: 2, onError: () => undefined });
    try {
      if (isOwn) await migrate(database.kysely);
      return await work(database);
    } finally {
      await database.close();
    }
  };
  if (settings.databaseUrl !== null) return open({ connectionString: settings.databaseUrl }, false);
  const server = await startEmbeddedPostgres({ dataDir: settings.dataDir, log: createLogger('warn') }).catch(
    (error: unknown) => {
      if (error instanceof EmbeddedPostgresError && error.message.startsWith('Another site is running'))
        return null;
      throw error;
    },
  );
  if (!server) return open(runningAddress(settings.dataDir), false);
  try {
    return await open(server.address, true);
  } finally {
    await server.stop();
  }
};

const runAudit = async (settings: Settings): Promise<number> => {
  const findings = await withDatabase(settings, audit);
  for (const { line, states, broken } of findings) {
    console.log(`${broken.length === 0 ? 'holds ' : 'BROKEN'}  ${line.padEnd(4)} ${states}`);
    const toText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
    for (const row of broken) console.log(`          ${JSON.stringify(row, toText)}`);
  }
  const brokenCount = findings.filter(({ broken }) => broken.length > 0).length;
  console.log(
    brokenCount === 0 ? 'The audit is clean.' : `The audit found ${brokenCount} broken invariants.`,
  );
  return brokenCount === 0 ? 0 : 1;
};

const [command = 'help', option] = process.argv.slice(2);
try {
  if (command === 'audit' && option !== '--help')
    process.exitCode = await runAudit(readSettings(process.env));
  else if (['help', '--help', 'audit'].includes(command)) console.log(help);
  else {
    console.error(`There is no command ${command}.\n\n${help}`);
    process.exitCode = 2;
  }
} catch (error) {
  const isPlain = error instanceof SettingError || error instanceof EmbeddedPostgresError;
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}
