/** A separate database for a test file, on the PostgreSQL that the test run started (see shared-postgres.ts). */
import { inject } from 'vitest';
import { systemClock } from '../src/platform/clock.ts';
import type { Finding } from '../src/ledger/audit.ts';
import { createPlayer } from '../src/ledger/players.ts';
import { findUser } from '../src/ledger/player-view.ts';
import type { DatabaseAddress } from '../src/platform/database/connection.ts';
import {
  openDatabase,
  patientMs,
  type Database,
  type DatabaseLimits,
} from '../src/platform/database/database.ts';
import { addDatabase, dropDatabase } from './shared-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Provided by global-setup.ts. */
    databaseAddress: DatabaseAddress;
  }
}

export interface TestDatabase {
  database: Database;
  address: DatabaseAddress;
  rows<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]>;
  /** The invariants that are violated, as found by the audit. */
  findViolations(): Promise<Finding[]>;
  /** Coins and winnings of a player. */
  balanceOf(playerId: bigint): Promise<number>;
  /** Drops the database after closing its connections. */
  close(): Promise<void>;
}

export interface TestDatabaseOptions {
  connections?: number;
  /** Without a schema, as in a new installation. */
  isEmpty?: boolean;
  /** Without a schema, in a locale of ICU such as `tr-TR`. */
  icuLocale?: string | undefined;
  /** Where no test run started a server: the address of one (see shared-postgres.ts). */
  server?: DatabaseAddress | undefined;
}

/** A busy machine must not change what a test sees; the runner limits how long a test takes. */
export const patientLimits: Required<DatabaseLimits> = {
  connectWithinMs: patientMs,
  answerWithinMs: patientMs,
  continueWithinMs: patientMs,
};

export const createTestDatabase = async (options: TestDatabaseOptions = {}): Promise<TestDatabase> => {
  const address = await addDatabase(options.server ?? inject('databaseAddress'), options);
  const database = openDatabase({
    address,
    role: 'fairground_app',
    connections: options.connections ?? 8,
    ...patientLimits,
    // Not the lock of a site: tests do while it runs what must not be done while a site runs.
    applicationName: 'fairground-test',
    onError: () => undefined,
  });
  return {
    database,
    address,
    rows: (text, ...values) => database.query({ text, values }),
    async findViolations() {
      const { audit } = await import('../src/site/audit.ts');
      return (await audit(database)).filter(({ broken }) => broken.length > 0);
    },
    async balanceOf(playerId) {
      const user = await findUser(database.query, playerId);
      if (!user) throw new Error(`there is no player ${playerId}`);
      return user.coins + user.winningAmount;
    },
    async close() {
      await database.close();
      await dropDatabase(address);
    },
  };
};

/** What the service of a game needs besides its database, where a test looks at none of it. */
export const quietCalls = {
  clock: systemClock,
  userChanged: (): void => undefined,
  recordBet: (): void => undefined,
};

/** Adds a player with that many coins, directly through the ledger. */
export const addPlayer = async (
  database: Database,
  username: string,
  signupCoins: number,
): Promise<bigint> => {
  const created = await createPlayer(database, {
    username,
    email: `${username}@example.org`,
    passwordHash: 'not-a-hash',
    referenceId: username.toLowerCase(),
    referredBy: null,
    signupCoins,
  });
  if (!created.ok) throw new Error(`${username} is taken`);
  return created.value;
};
