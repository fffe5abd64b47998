/** The complete application on a new database, with players by name, for the tests of what is given to players. */
import type { User } from '@fairground/contract/user';
import { audit } from '../src/site/audit.ts';
import type { Site } from '../src/site/serve.ts';
import type { Database } from '../src/platform/database/database.ts';
import { startTestSite } from './test-site.ts';

export interface BonusSite {
  site: Site;
  database: Database;
  register(username: string): Promise<{ token: string; user: User }>;
  post(token: string | null, url: string, payload?: unknown, key?: string): Promise<Called>;
  get(token: string | null, url: string): Promise<Called>;
  /** Names of the invariants that are violated. */
  findViolations(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Called {
  status: number;
  text: string;
  // Each test states what it expects of it.
  body: Record<string, unknown>;
}

export const startBonusSite = async (env: Record<string, string> = {}): Promise<BonusSite> => {
  const { site, test, register, close } = await startTestSite({ env });
  const { database } = test;
  const toCalled = ({ statusCode, body }: { statusCode: number; body: string }): Called => ({
    status: statusCode,
    text: body,
    body: body ? (JSON.parse(body) as Record<string, unknown>) : {},
  });
  return {
    site,
    database,
    register,
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
    async findViolations() {
      const findings = await audit(database);
      return findings
        .filter(({ broken }) => broken.length > 0)
        .map(({ line, states }) => `${line} ${states}`);
    },
    close,
  };
};
