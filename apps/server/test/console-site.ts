/** A site with staff accounts, and staff who call its console from a browser. */
import type { StaffRole } from '@fairground/contract/console/staff';
import { createStaffAccounts, type Credentials } from '../src/staff/console/staff/accounts.ts';
import { openDatabase, type Database } from '../src/platform/database/database.ts';
import { systemClock } from '../src/platform/clock.ts';
import { systemEntropy } from '../src/platform/entropy.ts';
import { cheapPasswords } from './cheap-passwords.ts';
import { codeOf } from './one-time-codes.ts';
import { sealOf, startTestSite, type TestSite, type TestSiteOptions } from './test-site.ts';

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

export interface ConsoleSite extends TestSite {
  /** As the database's owner, whom the operator's commands work as. */
  owner: Database;
  addStaff(name: string, role: StaffRole): Promise<Credentials>;
  /** The next code of a secret that is not used up. */
  nextCode(secret: string): string;
  signIn(body: object, options?: CallOptions): Promise<ConsoleAnswer>;
  /** A new account that is signed in. */
  staff(name: string, role: StaffRole): Promise<StaffCaller>;
  call(
    request: { method: 'GET' | 'POST'; path: string; cookie?: string; body?: unknown } & CallOptions,
  ): Promise<ConsoleAnswer>;
}

const stepMs = 30_000;

/** The staff's cookie of a response. */
export const cookieOf = ({ headers }: Pick<ConsoleAnswer, 'headers'>): string =>
  String(headers['set-cookie']).split(';', 1)[0] ?? '';

export const startConsoleSite = async (options: TestSiteOptions = {}): Promise<ConsoleSite> => {
  // One-time codes are judged by a wall clock that does not move, so that no step of theirs ends during a test.
  const nowMs = Date.now();
  const clock = { ...systemClock, now: () => nowMs };
  const testSite = await startTestSite({ chainLinks: 64, clock, ...options });
  const { site, test, dataDir } = testSite;
  const owner = openDatabase({
    address: test.address,
    connections: 2,
    applicationName: 'fairground-test',
    onError: () => undefined,
  });
  const accounts = createStaffAccounts({
    database: owner,
    entropy: systemEntropy,
    passwords: cheapPasswords(),
    seal: await sealOf(dataDir),
  });
  const lastSteps = new Map<string, number>();

  const call: ConsoleSite['call'] = async ({
    method,
    path,
    cookie,
    body,
    from,
    shown,
    origin = site.url,
  }) => {
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
  };
  const signIn: ConsoleSite['signIn'] = (body, more) =>
    call({ method: 'POST', path: '/sign-in', body, ...more });
  const addStaff: ConsoleSite['addStaff'] = async (name, role) => {
    const added = await accounts.add(name, role);
    if (!added.ok) throw new Error(`${name} is taken`);
    return added.value;
  };
  const nextCode: ConsoleSite['nextCode'] = (secret) => {
    const now = Math.floor(nowMs / stepMs);
    // The server takes the step before, this one, and the next, in this order.
    const step = Math.max(now - 1, (lastSteps.get(secret) ?? 0) + 1);
    lastSteps.set(secret, step);
    return codeOf(secret, step * stepMs);
  };

  return {
    ...testSite,
    owner,
    addStaff,
    nextCode,
    call,
    signIn,
    async staff(name, role) {
      const { password, secret } = await addStaff(name, role);
      const signedIn = await signIn({ name, password, code: nextCode(secret) });
      if (signedIn.status !== 200) throw new Error(JSON.stringify(signedIn.body));
      const cookie = cookieOf(signedIn);
      return {
        name,
        cookie,
        get: (path, more) => call({ method: 'GET', path, cookie, ...more }),
        post: (path, body, more) => call({ method: 'POST', path, cookie, body, ...more }),
      };
    },
    async close() {
      await owner.close();
      await testSite.close();
    },
  };
};
