/**
 * A database of its own for a test file, on one native PostgreSQL that the test run started (see
 * global-setup.ts). Databases are copies of a migrated template, so a fresh one costs milliseconds.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createPlayer } from '../src/ledger/players.ts';
import { openDatabase, type Database, type DatabaseAddress } from '../src/platform/database.ts';

export interface TestDatabase {
  database: Database;
  address: DatabaseAddress;
  /** Drops the database after closing its connections. */
  close(): Promise<void>;
}

const asOwner = async (address: DatabaseAddress, sql: string): Promise<void> => {
  const client = new pg.Client({ ...address, database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

export const createTestDatabase = (options: { connections?: number } = {}): Promise<TestDatabase> =>
  createDatabase('TEMPLATE fairground_template', options);

/** One without a schema, as a new installation has it. */
export const createEmptyDatabase = (options: { connections?: number } = {}): Promise<TestDatabase> =>
  createDatabase('', options);

const createDatabase = async (template: string, options: { connections?: number }): Promise<TestDatabase> => {
  const server = inject('databaseAddress');
  const name = `t_${randomBytes(8).toString('hex')}`;
  await asOwner(server, `CREATE DATABASE ${name} ${template}`);
  const address = { ...server, database: name };
  const database = openDatabase({
    address,
    role: 'fairground_app',
    connections: options.connections ?? 8,
    onError: () => undefined,
  });
  return {
    database,
    address,
    async close() {
      await database.close();
      await asOwner(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
};

/** The connection string of a test's database, for what reads settings. */
export const urlOf = ({ host, port, user, database }: DatabaseAddress): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;

/** A player with that many coins, straight through the ledger. */
export const addPlayer = async (
  database: Database,
  username: string,
  signupCoins: number,
): Promise<bigint> => {
  const id = await createPlayer(database, {
    username,
    email: `${username}@example.org`,
    passwordHash: 'not-a-hash',
    referenceId: username.toLowerCase(),
    referredBy: null,
    signupCoins,
  });
  if (id === undefined) throw new Error(`${username} is taken`);
  return id;
};
