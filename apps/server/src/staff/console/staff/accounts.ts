/**
 * Staff accounts: made, reset and removed from a shell, by the database's owner. The first may be made
 * by a link: first-account.ts.
 */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { StaffRole } from '@fairground/contract/console/staff';
import type { RowOf } from '@fairground/sql';
import { logCommand } from '../../acts/log.ts';
import { createRecoveryCode, describeSecret, secretBytes } from '../../../identity/second-factors/service.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Entropy } from '../../../platform/entropy.ts';
import type { Passwords } from '../../../platform/secrets/passwords.ts';
import type { Seal, SealedRows } from '../../../platform/secrets/seal.ts';
import * as sql from './sql/staff.sql.ts';

/** Shown once: the password is stored as a hash, the secret sealed. */
export interface Credentials {
  password: string;
  /** The authenticator app's secret in base32, and as the address that a QR code contains. */
  secret: string;
  uri: string;
}

export interface StaffAccountsDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  entropy: Entropy;
  passwords: Passwords;
  seal: Seal;
}

export const contextOfStaff = (name: string): string => `staff|${name}`;

export const staffSealedRows: SealedRows = { table: 'staff', context: `'staff|' || name` };

export const staffNameText =
  'A name begins with a letter and has 2 to 30 lowercase letters, digits, dots, hyphens or underscores.';

export const isStaffName = (name: string): boolean => /^[a-z][a-z0-9._-]{1,29}$/.test(name);

export const createStaffAccounts = ({ database, entropy, passwords, seal }: StaffAccountsDeps) => {
  const createCredentials = async (name: string) => {
    const password = createRecoveryCode(entropy).toLowerCase();
    const secret = entropy.randomBytes(secretBytes);
    const hashed = await passwords.hash(password, 'shell');
    if (!hashed.ok) return hashed;
    const stored = {
      name,
      passwordHash: hashed.value,
      sealed: seal.close(secret, contextOfStaff(name)),
    };
    return accept({ stored, shown: { password, ...describeSecret(secret, `${name} (console)`) } });
  };

  return {
    async add(name: string, role: StaffRole): Promise<Result<Credentials>> {
      const created = await createCredentials(name);
      if (!created.ok) return created;
      const { stored, shown } = created.value;
      return database.transaction<Result<Credentials>>(async (query) => {
        if (!(await sql.insertStaff.first(query, { ...stored, role }))) return refuse('already_taken');
        await logCommand(query, 'staff add', { name }, { after: { role } });
        return accept(shown);
      });
    },

    /** New credentials in place of the old ones; ends the sessions, and removes the passkeys. */
    async reset(name: string): Promise<Result<Credentials>> {
      const created = await createCredentials(name);
      if (!created.ok) return created;
      const { stored, shown } = created.value;
      return database.transaction<Result<Credentials>>(async (query) => {
        const staff = await sql.replaceCredentials.first(query, stored);
        if (!staff) return refuse('not_found');
        await sql.deleteSessionsOfStaff.run(query, { staffId: staff.id });
        await sql.deletePasskeysOfStaff.run(query, { staffId: staff.id });
        await logCommand(query, 'staff reset', { name });
        return accept(shown);
      });
    },
  };
};

export type StaffAccounts = ReturnType<typeof createStaffAccounts>;

/** Ends the sessions and removes the passkeys; false where there is no such account. */
export const removeStaff = (database: Pick<Database, 'transaction'>, name: string): Promise<boolean> =>
  database.transaction(async (query) => {
    const staff = await sql.removeStaff.first(query, { name });
    if (!staff) return false;
    await sql.deleteSessionsOfStaff.run(query, { staffId: staff.id });
    await sql.deletePasskeysOfStaff.run(query, { staffId: staff.id });
    await logCommand(query, 'staff remove', { name }, { before: { role: staff.role } });
    return true;
  });

export const listStaff = ({ query }: Pick<Database, 'query'>): Promise<RowOf<typeof sql.listStaff>[]> =>
  sql.listStaff.run(query);
