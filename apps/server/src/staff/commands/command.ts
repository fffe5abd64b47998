/** What every command of the operator is made of, and the database that they work on. */
import { setTimeout as pause } from 'node:timers/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseAddress } from '../../platform/database/connection.ts';
import {
  openDatabase,
  operatorLimits,
  siteApplicationName,
  type Database,
} from '../../platform/database/database.ts';
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts';
import { readPassword } from '../../platform/database/embedded-postgres-passwords.ts';
import { EmbeddedPostgresError } from '../../platform/database/embedded-postgres-lock.ts';
import { createLogger } from '../../platform/logger.ts';
import { migrate } from '../../platform/database/migrate.ts';
import type { Settings } from '../../platform/settings.ts';
import { countConnections } from './sql/connections.sql.ts';

export interface Command {
  /** As it is typed, such as `players find`. */
  name: string;
  /** What follows the name, such as `NAME [--dry-run]`. */
  usage: string;
  /** What it does, in complete sentences. */
  help: string;
  /** Options with a value after them; those in `flags` have none. */
  options?: readonly string[];
  flags?: readonly string[];
  /** The exit code; nothing is 0. */
  run(input: CommandInput): Promise<number | void>;
}

export interface CommandInput {
  settings: Settings;
  words: readonly string[];
  option(name: string): string | undefined;
  flag(name: string): boolean;
  print(line: string): void;
}

/** Wrong use of a command: its message is one line, and the exit code 2. */
export class UsageError extends Error {}

/** The argument at that position. */
export const requireWord = ({ words }: CommandInput, place: number, what: string): string => {
  const word = words[place];
  if (word === undefined || word === '') throw new UsageError(`${what} is missing.`);
  return word;
};

/** Refuses where there is no such file. */
export const requireFiles = (files: readonly string[]): readonly string[] => {
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) throw new UsageError(`There is no file ${missing}.`);
  return files;
};

/** The socket folder of a server that runs on the data folder: the fifth line of its postmaster.pid. */
const runningAddress = (dataDir: string): DatabaseAddress => {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return {
    host: lines[4] ?? '',
    port: Number(lines[3]),
    user: 'postgres',
    password: readPassword(dataDir),
    database: 'fairground',
  };
};

/**
 * Calls `work` with the owner connection of the configured database: a server's, that of a running site, or
 * one started for the purpose.
 */
export const withAddress = async <Result>(
  settings: Settings,
  work: (address: DatabaseAddress, state: { isRunning: boolean }) => Promise<Result>,
): Promise<Result> => {
  const url = settings.databaseOwnerUrl ?? settings.databaseUrl;
  if (url !== null) return work({ connectionString: url }, { isRunning: true });
  const server = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    log: createLogger('warn'),
  }).catch((error: unknown) => {
    if (error instanceof EmbeddedPostgresError && error.message.startsWith('Another site is running'))
      return null;
    throw error;
  });
  if (!server) return work(runningAddress(settings.dataDir), { isRunning: true });
  try {
    return await work(server.address, { isRunning: false });
  } finally {
    await server.stop();
  }
};

/** The database at an address, under a name that is not a site's. */
export const openForCommand = (address: DatabaseAddress): Database =>
  openDatabase({
    address,
    connections: 2,
    ...operatorLimits,
    applicationName: 'fairground-admin',
    onError: () => undefined,
  });

/** PostgreSQL shows a connection for a moment after its process has closed it. */
const closingTries = 10;
const closingTryMs = 100;

/** Refuses while a process of the site has the database open: each queries it every second. */
export const requireStopped = async ({ query }: Pick<Database, 'query'>): Promise<void> => {
  for (let tries = 1; ; tries++) {
    const row = await countConnections.first(query, { applicationName: siteApplicationName });
    if (row === undefined || row.connections === 0) return;
    if (tries === closingTries) {
      throw new UsageError('The site is running on this database: stop all its processes first.');
    }
    await pause(closingTryMs);
  }
};

/** For commands that require the site to be stopped. Migrates the database to the newest schema first. */
export const withStoppedDatabase = <Result>(
  settings: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> =>
  withAddress(settings, async (address) => {
    const database = openForCommand(address);
    try {
      await requireStopped(database);
      await migrate(database);
      return await work(database);
    } finally {
      await database.close();
    }
  });

export const withDatabase = <Result>(
  settings: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> =>
  withAddress(settings, async (address, { isRunning }) => {
    const database = openForCommand(address);
    try {
      if (!isRunning) await migrate(database);
      return await work(database);
    } finally {
      await database.close();
    }
  });

/** Rows under their headings, as wide as needed. */
export const printTable = (print: CommandInput['print'], rows: readonly Record<string, unknown>[]): void => {
  const [first] = rows;
  if (!first) {
    print('(none)');
    return;
  }
  const names = Object.keys(first);
  const cells = [names, ...rows.map((row) => names.map((name) => toCell(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  for (const row of cells) {
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
};

const toCell = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return JSON.stringify(value);
  const text = typeof value === 'string' ? value : `${value as number | bigint | boolean}`;
  // What a visitor wrote must not control the operator's terminal.
  // oxlint-disable-next-line no-control-regex -- removes control characters
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
};
