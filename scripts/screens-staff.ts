/** Members of the staff and what they see, made in the database of a site, for `npm run screens`. */
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import type { StaffRole } from '@fairground/contract/console/staff';
import { withDatabase } from '../apps/server/src/admin/command.ts';
import { createStaffAccounts } from '../apps/server/src/console/staff/accounts.ts';
import { systemEntropy } from '../apps/server/src/platform/entropy.ts';
import { createPasswords } from '../apps/server/src/platform/passwords.ts';
import { createSeal, readSealKey } from '../apps/server/src/platform/seal.ts';
import { readSettings } from '../apps/server/src/platform/settings.ts';
import { codeOf } from '../apps/server/test/one-time-codes.ts';

export interface StaffedSite {
  url: string;
  dataDir: string;
}

export const runStatement = (
  { dataDir }: StaffedSite,
  text: string,
  ...values: readonly unknown[]
): Promise<unknown> =>
  withDatabase(readSettings({ DATA_DIR: dataDir }), ({ query }) => query({ text, values: [...values] }));

/** A new account: the code of an account is accepted once. */
export const signInStaff = async (
  context: BrowserContext,
  { url, dataDir }: StaffedSite,
  { name, role }: { name: string; role: StaffRole },
): Promise<void> => {
  const key = await readSealKey(join(dataDir, 'seed.key'));
  if (!key) throw new Error('the site has no seed key');
  const seal = createSeal(key);
  const { password, secret } = await withDatabase(readSettings({ DATA_DIR: dataDir }), async (database) => {
    const accounts = createStaffAccounts({
      database,
      entropy: systemEntropy,
      passwords: createPasswords({}),
      seal,
    });
    const added = await accounts.add(name, role);
    if (!added.ok) throw new Error(`${name} is taken`);
    return added.value;
  });
  const response = await context.request.post('/api/console/sign-in', {
    data: { name, password, code: codeOf(secret, Date.now()) },
    headers: { origin: url },
  });
  if (!response.ok()) throw new Error(await response.text());
};
