/** A whole site on a database of its own, and players who call it, for the tests of seeds and Minefield. */
import type { User } from '@fairground/contract/user';
import type { Logger } from 'pino';
import { minesOf } from '../src/modules/minefield/fields.ts';
import { findField } from '../src/modules/minefield/queries.ts';
import { createSeedBook } from '../src/modules/seeds/service.ts';
import type { Database } from '../src/platform/database.ts';
import { systemEntropy } from '../src/platform/entropy.ts';
import { sealOf, startWholeSite } from './whole-site.ts';

export interface TestCaller {
  user: User;
  get(path: string): ReturnType<CallerSite['call']>;
  post(path: string, payload: unknown, key?: string): ReturnType<CallerSite['call']>;
  delete(path: string, payload: unknown): ReturnType<CallerSite['call']>;
}

export interface CallerSite {
  database: Database;
  url: string;
  call(options: {
    method: 'GET' | 'POST' | 'DELETE';
    path: string;
    token?: string;
    payload?: unknown;
    key?: string | undefined;
  }): Promise<{ status: number; text: string; body: Record<string, unknown>; replayed: boolean }>;
  player(username: string): Promise<TestCaller>;
  /** Where the mines of a game lie, in the order drawn: known to nobody but the holder of the seed key. */
  mines(gameId: unknown): Promise<number[]>;
  close(): Promise<void>;
}

export const createCallerSite = async (log?: Logger): Promise<CallerSite> => {
  const { site, test, dataDir, register, close } = await startWholeSite({
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

  const book = createSeedBook({
    entropy: systemEntropy,
    seal: await sealOf(dataDir),
  });

  return {
    database: test.database,
    url: site.url,
    call,
    async mines(gameId) {
      const field = await findField(test.database.query, BigInt(String(gameId)));
      if (!field) throw new Error(`there is no game ${String(gameId)}`);
      return minesOf(field, book.openSeed(field));
    },
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
