/** A whole site on a database of its own, and players who call it, for the tests of seeds and Minefield. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { User } from '@fairground/contract/user';
import type { Logger } from 'pino';
import { startSite } from '../src/app/site.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database.ts';
import { systemEntropy } from '../src/platform/entropy.ts';
import { createLogger } from '../src/platform/logger.ts';
import { readSettings } from '../src/platform/settings.ts';
import { createTestDatabase } from './harness.ts';

export interface TestCaller {
  user: User;
  get(path: string): ReturnType<CallerSite['call']>;
  post(path: string, payload: unknown, key?: string): ReturnType<CallerSite['call']>;
}

export interface CallerSite {
  database: Database;
  url: string;
  call(options: {
    method: 'GET' | 'POST';
    path: string;
    token?: string;
    payload?: unknown;
    key?: string | undefined;
  }): Promise<{ status: number; text: string; body: Record<string, unknown>; replayed: boolean }>;
  player(username: string): Promise<TestCaller>;
  close(): Promise<void>;
}

export const createCallerSite = async (log: Logger = createLogger('silent')): Promise<CallerSite> => {
  const test = await createTestDatabase({ connections: 4 });
  const dataDir = await mkdtemp(join(tmpdir(), 'fairground-minefield-'));
  const { host, port, user, database } = test.address;
  const site = await startSite({
    settings: readSettings({
      DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`,
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMITS: 'off',
      AVIATOR_COUNTDOWN_MS: '600000',
      SIGNUP_COINS: '100000',
    }),
    log,
    clock: systemClock,
    entropy: systemEntropy,
    chainLinks: 64,
  });

  const call: CallerSite['call'] = async ({ method, path, token, payload, key }) => {
    const answer = await site.app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined
        ? {}
        : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
    });
    return {
      status: answer.statusCode,
      text: answer.body,
      body: answer.body ? (JSON.parse(answer.body) as Record<string, unknown>) : {},
      replayed: answer.headers['idempotency-replayed'] === 'true',
    };
  };

  return {
    database: test.database,
    url: site.url,
    call,
    async player(username) {
      const { status, text, body } = await call({
        method: 'POST',
        path: '/auth/register',
        payload: {
          username,
          email: `${username}@example.org`,
          password: 'a meadow of lanterns',
          adult: true,
        },
      });
      if (status !== 201) throw new Error(text);
      const token = String(body['token']);
      return {
        user: body['user'] as User,
        get: (path) => call({ method: 'GET', path, token }),
        post: (path, payload, key) => call({ method: 'POST', path, token, payload, key }),
      };
    },
    async close() {
      await site.stop();
      await test.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
