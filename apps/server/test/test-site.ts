/**
 * The complete application in this process, with its own database and data folder, and players and staff who call it.
 */
import type { User } from '@fairground/contract/user';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { audit } from '../src/site/audit.ts';
import { startSite, type Site } from '../src/site/serve.ts';
import { systemClock, type Clock } from '../src/platform/clock.ts';
import type { DatabaseAddress } from '../src/platform/database/connection.ts';
import { openDatabase, type Database } from '../src/platform/database/database.ts';
import { systemEntropy, type Entropy } from '../src/platform/entropy.ts';
import { createLogger } from '../src/platform/logger.ts';
import type { Mailer } from '../src/platform/mail/mailer.ts';
import type { Passwords } from '../src/platform/secrets/passwords.ts';
import { readSettings } from '../src/platform/settings.ts';
import { cheapPasswords } from './cheap-passwords.ts';
import type { ControlledClock } from './controlled-clock.ts';
import { createTestDatabase, patientLimits, type TestDatabase } from './harness.ts';
import { urlOf } from './shared-postgres.ts';
import { createTestStaff, type TestStaff } from './test-staff.ts';

export { sealOf } from './test-staff.ts';

type Method = 'GET' | 'POST' | 'DELETE';

export interface Answer {
  status: number;
  text: string;
  headers: Record<string, unknown>;
  // Each test states what it expects of it.
  body: Record<string, unknown> & { code?: string; user?: User };
  /** Whether it is the repeat of an earlier call with the same key. */
  replayed: boolean;
}

export interface TestPlayer {
  token: string;
  user: User;
  /** Who invited them. */
  referral: { username: string } | null;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, key?: string): Promise<Answer>;
  delete(path: string, body?: unknown): Promise<Answer>;
}

export interface TestSite {
  site: Site;
  url: string;
  dataDir: string;
  database: Database;
  /** For a connection of the database's owner, whom the operator's commands work as. */
  address: DatabaseAddress;
  /** Connected as the owner; closed with the site. */
  owner(): Database;
  ownerRows<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]>;
  register(username: string, more?: object): Promise<TestPlayer>;
  /** `path` is below /api; without a token as a visitor. A body that is a text is sent as it is. */
  call(method: Method, path: string, token?: string | null, body?: unknown, key?: string): Promise<Answer>;
  rows<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]>;
  /** The invariants that are violated, as found by the audit. */
  findViolations(): ReturnType<typeof audit>;
  staff: TestStaff;
  close(): Promise<void>;
}

/** With a clock, also of its database, that only the test moves. */
export interface TimedSite extends TestSite {
  time: ControlledClock;
}

export interface TestSiteOptions {
  env?: Record<string, string>;
  log?: Logger;
  /** The length of new seed chains; short ones are quick to compute. */
  chainLinks?: number;
  /** An existing database, which outlives the site. */
  test?: Pick<TestDatabase, 'database' | 'address'>;
  /** A site of which this is another process: with its database and its seed key. */
  beside?: Pick<TestSite, 'database' | 'address' | 'dataDir'>;
  /** `moved` by the test alone; `stopped`: the wall clock stands still, so that no one-time code expires. */
  clock?: Clock | 'moved' | 'stopped';
  entropy?: Entropy;
  mailer?: Mailer;
  /** For tests of the cost of hashing; by default hashing is cheap. */
  passwords?: Passwords;
  /** Prerendered pages; without them only the calls are served. */
  htmlFolder?: string;
  allowsPrivatePushes?: boolean;
}

export interface TimedSiteOptions extends TestSiteOptions {
  clock: 'moved';
  /** The time at the start; any unless it is given. */
  startMs?: number;
  /** A PostgreSQL to play on, where no test run started one. */
  server?: DatabaseAddress | undefined;
  /** Called when the site is open and its clock has not moved yet. */
  beforeTime?: (address: DatabaseAddress) => Promise<void>;
}

export const password = 'a meadow of lanterns';

/** Says why a call was answered with 500, in the output of the test. */
const failures = {
  write(line: string) {
    const { req, err } = JSON.parse(line) as {
      req?: { method: string; url: string };
      err?: { stack: string };
    };
    if (req && err) console.error(`${req.method} ${req.url} failed: ${err.stack}`);
  },
};

export async function startTestSite(options: TimedSiteOptions): Promise<TimedSite>;
export async function startTestSite(options?: TestSiteOptions): Promise<TestSite>;
export async function startTestSite({
  env = {},
  log = createLogger('error', failures),
  chainLinks = 4_096,
  clock: clockChoice = systemClock,
  entropy = systemEntropy,
  passwords = cheapPasswords(),
  mailer,
  test: given,
  beside,
  htmlFolder,
  allowsPrivatePushes,
  ...timing
}: TestSiteOptions | TimedSiteOptions = {}): Promise<TestSite> {
  const { startMs, server, beforeTime } = timing as Partial<TimedSiteOptions>;
  const existing = beside ?? given;
  const test = existing
    ? { ...existing, close: async () => undefined }
    : await createTestDatabase({ server });
  const { database, address } = test;
  const time =
    clockChoice === 'moved'
      ? await (await import('./controlled-clock.ts')).createControlledClock(address, startMs)
      : undefined;
  const startedAtMs = Date.now();
  const clock =
    typeof clockChoice === 'object'
      ? clockChoice
      : (time?.clock ?? { ...systemClock, now: () => startedAtMs });
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-site-'));
  const settings = readSettings({
    DATABASE_URL: urlOf(address),
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMITS: 'off',
    AVIATOR_COUNTDOWN_MS: '600000',
    ...(beside ? { SEED_KEY_FILE: join(beside.dataDir, 'seed.key') } : {}),
    ...env,
  });
  const buildPages =
    htmlFolder === undefined ? undefined : async () => ({ bundleFolder: htmlFolder, htmlFolder });
  const site = await startSite({
    settings,
    log,
    clock,
    entropy,
    chainLinks,
    passwords,
    mailer,
    buildPages,
    databaseLimits: patientLimits,
    allowsPrivatePushes,
  });
  await time?.idle();
  await beforeTime?.(address);
  await time?.advance(0);

  let asOwner: Database | undefined;
  const owner = () =>
    (asOwner ??= openDatabase({
      address,
      connections: 2,
      applicationName: 'fairground-test',
      onError: () => undefined,
    }));
  const call: TestSite['call'] = async (method, path, token, body, key) => {
    const answer = await site.app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { statusCode: status, body: text, headers } = answer;
    const replayed = headers['idempotency-replayed'] === 'true';
    return { status, text, headers, replayed, body: text ? (JSON.parse(text) as Answer['body']) : {} };
  };

  return {
    site,
    url: site.url,
    dataDir,
    database,
    address,
    owner,
    ownerRows: (text, ...values) => owner().query({ text, values }),
    ...(time ? { time } : {}),
    call,
    async register(username, more = {}) {
      const body = { username, email: `${username}@example.org`, password, adult: true, ...more };
      const answer = await call('POST', '/auth/register', null, body);
      if (answer.status !== 201) throw new Error(answer.text);
      const registered = answer.body as unknown as Pick<TestPlayer, 'token' | 'user' | 'referral'>;
      const { token } = registered;
      return {
        ...registered,
        get: (path) => call('GET', path, token),
        post: (path, payload, key) => call('POST', path, token, payload, key),
        delete: (path, payload) => call('DELETE', path, token, payload),
      };
    },
    rows: (text, ...values) => database.query({ text, values }),
    async findViolations() {
      return (await audit(database)).filter((finding) => finding.broken.length > 0);
    },
    staff: createTestStaff({ site, dataDir, owner, clock }),
    async close() {
      const stopping = site.stop();
      // Sockets are given time to leave by the site's own timers.
      await time?.advance(5_000).catch(() => undefined);
      await stopping;
      await asOwner?.close();
      await time?.close();
      await test.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
