/** The whole application on a fresh database, with players by name: for the tests of ads and the wheel. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { User } from '@fairground/contract/user';
import { audit } from '../src/app/audit.ts';
import { startSite, type Site } from '../src/app/site.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database.ts';
import { systemEntropy } from '../src/platform/entropy.ts';
import { createLogger } from '../src/platform/logger.ts';
import { readSettings } from '../src/platform/settings.ts';
import { createTestDatabase } from './harness.ts';

export interface BonusSite {
  site: Site;
  database: Database;
  register(username: string): Promise<{ token: string; user: User }>;
  post(token: string | null, url: string, payload?: unknown, key?: string): Promise<Called>;
  get(token: string | null, url: string): Promise<Called>;
  /** Names of the invariants that do not hold. */
  broken(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Called {
  status: number;
  text: string;
  // Each test says what it expects of it.
  body: Record<string, unknown>;
}

export const startBonusSite = async (env: Record<string, string> = {}): Promise<BonusSite> => {
  const { database, address, close } = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-bonus-'));
  const host = encodeURIComponent(address.host ?? '');
  const settings = readSettings({
    DATABASE_URL: `postgresql://${address.user}@localhost:${address.port}/${address.database}?host=${host}`,
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMITS: 'off',
    AVIATOR_COUNTDOWN_MS: '600000',
    ...env,
  });
  const site = await startSite({
    settings,
    log: createLogger('silent'),
    clock: systemClock,
    entropy: systemEntropy,
    chainLinks: 4_096,
  });
  const toCalled = ({ statusCode, body }: { statusCode: number; body: string }): Called => ({
    status: statusCode,
    text: body,
    body: body ? (JSON.parse(body) as Record<string, unknown>) : {},
  });
  return {
    site,
    database,
    async register(username) {
      const response = await site.app.inject({
        method: 'POST',
        url: '/api/auth/register',
        payload: {
          username,
          email: `${username}@example.org`,
          password: 'a meadow of lanterns',
          adult: true,
        },
      });
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json();
    },
    async post(token, url, payload, key) {
      return toCalled(
        await site.app.inject({
          method: 'POST',
          url: `/api${url}`,
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(key ? { 'idempotency-key': key } : {}),
            ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
        }),
      );
    },
    async get(token, url) {
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      return toCalled(await site.app.inject({ url: `/api${url}`, headers }));
    },
    async broken() {
      const findings = await audit(database);
      return findings
        .filter(({ broken }) => broken.length > 0)
        .map(({ line, states }) => `${line} ${states}`);
    },
    async close() {
      await site.stop();
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
