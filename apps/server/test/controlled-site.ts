/** The complete site in this process, players who call it, and a clock that only the test moves. */
import type { User } from '@fairground/contract/user';
import type { Logger } from 'pino';
import { audit } from '../src/site/audit.ts';
import type { Site } from '../src/site/serve.ts';
import type { Database, DatabaseAddress } from '../src/platform/database/database.ts';
import type { Entropy } from '../src/platform/entropy.ts';
import { createLogger } from '../src/platform/logger.ts';
import type { Passwords } from '../src/platform/secrets/passwords.ts';
import { createControlledClock, type ControlledClock } from './controlled-clock.ts';
import { createTestDatabase } from './harness.ts';
import { startTestSite } from './test-site.ts';

export interface Answer {
  status: number;
  text: string;
  headers: Record<string, unknown>;
  // Each test states what it expects of it.
  body: Record<string, unknown> & { code?: string; user?: User };
}

export interface ControlledSite {
  site: Site;
  time: ControlledClock;
  database: Database;
  dataDir: string;
  /** Registers a player and returns their token. */
  player(username: string): Promise<string>;
  call(method: 'GET' | 'POST', path: string, token: string, body?: unknown, key?: string): Promise<Answer>;
  rows<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]>;
  /** The invariants that are violated, as found by the audit. */
  findViolations(): Promise<object[]>;
  close(): Promise<void>;
}

export interface ControlledSiteOptions {
  env?: Record<string, string>;
  log?: Logger;
  entropy?: Entropy;
  chainLinks?: number;
  passwords?: Passwords;
  /** The time at the start; any unless it is given. */
  startMs?: number;
  /** A PostgreSQL to play on, where no test run started one. */
  server?: DatabaseAddress | undefined;
  /** Called when the site is open and its clock has not moved yet. */
  beforeTime?: (address: DatabaseAddress) => Promise<void>;
}

export const startControlledSite = async (options: ControlledSiteOptions = {}): Promise<ControlledSite> => {
  const test = await createTestDatabase({ connections: 2, server: options.server });
  const time = await createControlledClock(test.address, options.startMs);
  const {
    env,
    log = createLogger('silent'),
    beforeTime,
    server: _server,
    startMs: _startMs,
    ...rest
  } = options;
  const testSite = await startTestSite({
    ...rest,
    log,
    env: { SIGNUP_COINS: '1000000', ...env },
    test: {
      ...test,
      async close() {
        await time.close();
        await test.close();
      },
    },
    clock: time.clock,
  });
  const { site, dataDir } = testSite;
  await time.idle();
  await beforeTime?.(test.address);
  await time.advance(0);
  const { database } = test;
  return {
    site,
    time,
    database,
    dataDir,
    player: async (username) => (await testSite.register(username)).token,
    async call(method, path, token, body, key) {
      const answer = await site.app.inject({
        method,
        url: `/api${path}`,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      const { statusCode: status, body: text, headers } = answer;
      return { status, text, headers, body: text ? (JSON.parse(text) as Answer['body']) : {} };
    },
    rows: (text, ...values) => database.query({ text, values }),
    async findViolations() {
      return (await audit(database)).filter((finding) => finding.broken.length > 0);
    },
    async close() {
      const stopping = testSite.close();
      // Sockets are given time to leave by the site's own timers.
      await time.advance(5_000).catch(() => undefined);
      await stopping;
    },
  };
};
