/** Staff of the site under test: made as the operator's command makes them, signed in as the console does. */
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import type { StaffRole } from '@fairground/contract/console/staff';
import { createStaffAccounts, type Credentials } from '../apps/server/src/staff/console/staff/accounts.ts';
import { openDatabase, type Database } from '../apps/server/src/platform/database/database.ts';
import { systemEntropy } from '../apps/server/src/platform/entropy.ts';
import { createSeal, readSealKey } from '../apps/server/src/platform/secrets/seal.ts';
import { cheapPasswords } from '../apps/server/test/cheap-passwords.ts';
import { codeOf } from '../apps/server/test/one-time-codes.ts';
import { createName, expect } from './fixtures.ts';

interface Site {
  url: string;
  dataDir: string;
  env: Record<string, string>;
}

export interface StaffMember extends Credentials {
  name: string;
}

const withDatabase = async <Result>(
  env: Record<string, string>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const database = openDatabase({
    address: { connectionString: env['DATABASE_URL'] },
    connections: 1,
    applicationName: 'fairground-test',
    onError: () => undefined,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

export const addStaff = async ({ dataDir, env }: Site, role: StaffRole): Promise<StaffMember> => {
  const key = await readSealKey(join(dataDir, 'seed.key'));
  if (!key) throw new Error('the site has no seed key');
  return withDatabase(env, async (database) => {
    const name = createName().replace('fair_', 'staff-');
    const accounts = createStaffAccounts({
      database,
      entropy: systemEntropy,
      passwords: cheapPasswords(),
      seal: createSeal(key),
    });
    const added = await accounts.add(name, role);
    if (!added.ok) throw new Error(`${name} is taken`);
    return { name, ...added.value };
  });
};

/** A confirmed subscriber of the newsletter. */
export const addSubscriber = ({ env }: Site, email: string): Promise<void> =>
  withDatabase(env, async ({ query }) => {
    await query({
      text: `INSERT INTO newsletter_subscriber (email, confirmed_at, unsubscribe_token)
        VALUES ($1, clock_timestamp(), md5($1))`,
      values: [email],
    });
  });

/** The code of this moment. */
export const currentCode = ({ secret }: StaffMember): string => codeOf(secret, Date.now());

/** The one after it, which is accepted already. */
export const nextCode = ({ secret }: StaffMember): string => codeOf(secret, Date.now() + 30_000);

/** Signs in without the form, in the browser of `context`. */
export const signInStaff = async (
  context: BrowserContext,
  site: Site,
  role: StaffRole,
): Promise<StaffMember> => {
  const member = await addStaff(site, role);
  const { name, password } = member;
  const response = await context.request.post('/api/console/sign-in', {
    data: { name, password, code: currentCode(member) },
    headers: { origin: site.url },
  });
  expect(response.status()).toBe(200);
  return member;
};
