/** A complete site with a separate database, and players who call it, for tests of games without rounds. */
import type { User } from '@fairground/contract/user';
import type { Logger } from 'pino';
import type { Database, DatabaseAddress } from '../src/platform/database/database.ts';
import { startTestSite } from './test-site.ts';

export interface TestCaller {
  user: User;
  get(path: string): ReturnType<CallerSite['call']>;
  post(path: string, payload: unknown, key?: string): ReturnType<CallerSite['call']>;
  delete(path: string, payload: unknown): ReturnType<CallerSite['call']>;
}

export interface CallerSite {
  database: Database;
  /** For a connection of the database's owner. */
  address: DatabaseAddress;
  url: string;
  call(options: {
    method: 'GET' | 'POST' | 'DELETE';
    path: string;
    token?: string;
    payload?: unknown;
    key?: string | undefined;
  }): Promise<{ status: number; text: string; body: Record<string, unknown>; replayed: boolean }>;
  player(username: string): Promise<TestCaller>;
  /** With the key that opens sealed seeds. */
  dataDir: string;
  close(): Promise<void>;
}

export const createCallerSite = async (log?: Logger): Promise<CallerSite> => {
  const { site, test, dataDir, register, close } = await startTestSite({
    env: { SIGNUP_COINS: '100000' },
    ...(log ? { log } : {}),
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
    address: test.address,
    url: site.url,
    call,
    dataDir,
    async player(username) {
      const { token, user } = await register(username);
      return {
        user,
        get: (path) => call({ method: 'GET', path, token }),
        delete: (path, payload) => call({ method: 'DELETE', path, token, payload }),
        post: (path, payload, key) => call({ method: 'POST', path, token, payload, key }),
      };
    },
    close,
  };
};
