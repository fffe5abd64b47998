/** The staff of a test's site, who call its console from a browser. */
import type { StaffRole } from '@fairground/contract/console/staff';
import type { Clock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database/database.ts';
import { systemEntropy } from '../src/platform/entropy.ts';
import { createSeal, readSealKey, type Seal } from '../src/platform/secrets/seal.ts';
import type { Site } from '../src/site/serve.ts';
import { createStaffAccounts, type Credentials } from '../src/staff/console/staff/accounts.ts';
import { join } from 'node:path';
import { cheapPasswords } from './cheap-passwords.ts';
import { codeOf } from './one-time-codes.ts';

export interface ConsoleAnswer {
  status: number;
  // Each test states what it expects of it.
  body: Record<string, unknown> & { code?: string; detail?: string };
  headers: Record<string, unknown>;
}

interface CallOptions {
  /** The address of the caller. */
  from?: string;
  origin?: string | null;
  /** Whom the page shows. */
  shown?: string;
}

export interface StaffCaller {
  name: string;
  cookie: string;
  get(path: string, options?: CallOptions): Promise<ConsoleAnswer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<ConsoleAnswer>;
}

export interface TestStaff {
  add(name: string, role: StaffRole): Promise<Credentials>;
  /** The next code of a secret that is not used up; on a site whose clock is stopped, so that none expires. */
  nextCode(secret: string): string;
  signIn(body: object, options?: CallOptions): Promise<ConsoleAnswer>;
  /** A new account that is signed in. */
  enter(name: string, role: StaffRole): Promise<StaffCaller>;
  call(
    request: { method: 'GET' | 'POST'; path: string; cookie?: string; body?: unknown } & CallOptions,
  ): Promise<ConsoleAnswer>;
}

const stepMs = 30_000;

/** The staff's cookie of a response. */
export const cookieOf = ({ headers }: Pick<ConsoleAnswer, 'headers'>): string =>
  String(headers['set-cookie']).split(';', 1)[0] ?? '';

/** The seal of a site that was started on that folder. */
export const sealOf = async (dataDir: string): Promise<Seal> => {
  const key = await readSealKey(join(dataDir, 'seed.key'));
  if (!key) throw new Error('the site has no seed key');
  return createSeal(key);
};

interface StaffDeps {
  site: Site;
  dataDir: string;
  /** As the database's owner, whom the operator's commands work as. */
  owner: () => Database;
  clock: Clock;
}

export const createTestStaff = ({ site, dataDir, owner, clock }: StaffDeps): TestStaff => {
  const lastSteps = new Map<string, number>();
  const staff: TestStaff = {
    async call({ method, path, cookie, body, from, shown, origin = site.url }) {
      const answer = await site.app.inject({
        method,
        url: `/api/console${path}`,
        headers: {
          ...(cookie === undefined ? {} : { cookie }),
          ...(origin === null ? {} : { origin }),
          ...(shown === undefined ? {} : { 'x-staff': shown }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(from === undefined ? {} : { remoteAddress: from }),
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: answer.body ? (JSON.parse(answer.body) as ConsoleAnswer['body']) : {},
      };
    },
    signIn: (body, more) => staff.call({ method: 'POST', path: '/sign-in', body, ...more }),
    async add(name, role) {
      const seal = await sealOf(dataDir);
      const passwords = cheapPasswords();
      const accounts = createStaffAccounts({ database: owner(), entropy: systemEntropy, passwords, seal });
      const added = await accounts.add(name, role);
      if (!added.ok) throw new Error(`${name} is taken`);
      return added.value;
    },
    nextCode(secret) {
      const now = Math.floor(clock.now() / stepMs);
      // The server takes the step before, this one, and the next, in this order.
      const step = Math.max(now - 1, (lastSteps.get(secret) ?? 0) + 1);
      lastSteps.set(secret, step);
      return codeOf(secret, step * stepMs);
    },
    async enter(name, role) {
      const { password, secret } = await staff.add(name, role);
      const signedIn = await staff.signIn({ name, password, code: staff.nextCode(secret) });
      if (signedIn.status !== 200) throw new Error(JSON.stringify(signedIn.body));
      const cookie = cookieOf(signedIn);
      return {
        name,
        cookie,
        get: (path, more) => staff.call({ method: 'GET', path, cookie, ...more }),
        post: (path, body, more) => staff.call({ method: 'POST', path, cookie, body, ...more }),
      };
    },
  };
  return staff;
};
