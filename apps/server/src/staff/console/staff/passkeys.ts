/**
 * Passkeys of the staff, which take the place of the one-time code in a sign-in. Adding one takes the password and a
 * code, removing one the password; every challenge is answered once.
 */
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type { PasskeyAnswer, PasskeyInfo } from '@fairground/contract/passkeys';
import type { RowOf } from '@fairground/sql';
import { stepOf } from '../../../identity/second-factors/service.ts';
import {
  createChallenges,
  createWebAuthn,
  toPasskeyInfo,
  type WebAuthnDeps,
} from '../../../identity/second-factors/webauthn.ts';
import { logCommand } from '../../acts/log.ts';
import type { Caller } from '../../../http/caller.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../../platform/attempt-limiter.ts';
import type { Passwords } from '../../../platform/secrets/passwords.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Seal } from '../../../platform/secrets/seal.ts';
import { contextOfStaff } from './accounts.ts';
import * as sql from './sql/passkeys.sql.ts';
import { findStaffById, useStep } from './sql/staff.sql.ts';

type Query = Database['query'];

/** A passkey that signed what it was asked to; `use` stores that with the session. */
export interface SignedPasskey {
  id: bigint;
  use(query: Query, passwordHash: string): Promise<boolean>;
}

export interface StaffPasskeysDeps extends WebAuthnDeps {
  database: Database;
  passwords: Passwords;
  seal: Seal;
  limiter: AttemptLimiter;
  /** Milliseconds since 1970. */
  now: () => number;
}

const minute = 60_000;
const maxPasskeys = 10;
const limits = {
  address: { name: 'staff-passkey-address', max: 30, windowMs: 15 * minute },
  account: { name: 'staff-passkey-account', max: 10, windowMs: 15 * minute },
} as const satisfies Record<string, AttemptRule>;

const wrong = refuse('wrong_credentials', 'The password or the code is not right.');
const wrongPassword = refuse('wrong_credentials', 'The password is not right.');
const refused = refuse('wrong_credentials', 'This passkey was not accepted.');
const takenText = `This passkey is in use already, or you have ${maxPasskeys} of them.`;

export const createStaffPasskeys = (deps: StaffPasskeysDeps) => {
  const { database, limiter, passwords } = deps;
  const { query } = database;
  const webauthn = createWebAuthn(deps);

  const challenges = createChallenges<bigint | null>(deps.entropy, {
    insert: ({ owner, ...row }) => sql.insertChallenge.run(query, { ...row, staffId: owner }),
    take: ({ challenge, owner }) => sql.takeChallenge.first(query, { challenge, staffId: owner }),
  });

  const provePassword = async (
    staffId: bigint,
    password: string,
    { address }: Caller,
  ): Promise<Result<RowOf<typeof findStaffById> | undefined>> => {
    const attempt = await limiter.take([[limits.account, String(staffId)]]);
    if (!attempt.ok) return attempt;
    const staff = await findStaffById.first(query, { staffId });
    const isRight = await passwords.verify(password, staff?.password_hash, addressSubject(address));
    if (!isRight.ok) return isRight;
    return accept(isRight.value ? staff : undefined);
  };

  return {
    async list(staffId: bigint): Promise<PasskeyInfo[]> {
      return (await sql.listPasskeys.run(query, { staffId })).map(toPasskeyInfo);
    },

    /** What a browser creates a passkey with. */
    async beginAdding(
      staffId: bigint,
      { password, code }: { password: string; code: string },
      caller: Caller,
    ): Promise<Result<object>> {
      const proven = await provePassword(staffId, password, caller);
      if (!proven.ok) return proven;
      const staff = proven.value;
      if (!staff) return wrong;
      const secret = deps.seal.open(staff.sealed, contextOfStaff(staff.name));
      const step = stepOf(secret, code.replaceAll(/\s/g, ''), deps.now());
      const used =
        step !== null &&
        (await useStep.first(query, { staffId, passwordHash: staff.password_hash, step })) !== undefined;
      if (!used) return wrong;
      const present = await sql.listPasskeys.run(query, { staffId });
      return accept(
        await webauthn.registrationOptions({
          challenge: await challenges.create(staffId),
          userName: `${staff.name} (console)`,
          userId: `staff ${staffId}`,
          present: present.map((row) => row.credential_id),
        }),
      );
    },

    async add(
      staffId: bigint,
      { name, response }: { name: string; response: PasskeyAnswer },
    ): Promise<Result<PasskeyInfo>> {
      const challenge = await challenges.take(response, staffId);
      if (!challenge)
        return refuse('reauthentication_required', 'Begin again with your password and a code.');
      const created = await webauthn.verifyRegistration(response, challenge);
      if (!created) return refused;
      const added = await database.transaction(async (on) => {
        if (!(await sql.lockStaff.first(on, { staffId }))) return undefined;
        const row = await sql.insertPasskey.first(on, { staffId, ...created, name, maxPasskeys });
        if (row) await logCommand(on, 'console passkey add', { passkey: String(row.id), name }, { staffId });
        return row;
      });
      if (!added) return refuse('already_taken', takenText);
      return accept(
        toPasskeyInfo({
          id: added.id,
          credential_id: created.credentialId,
          name,
          created_at: added.created_at,
          last_used_at: null,
        }),
      );
    },

    async remove(staffId: bigint, id: bigint, password: string, caller: Caller): Promise<Result> {
      const proven = await provePassword(staffId, password, caller);
      if (!proven.ok) return proven;
      if (!proven.value) return wrongPassword;
      const removed = await database.transaction(async (on) => {
        const row = await sql.deletePasskey.first(on, { id, staffId });
        if (row) {
          const details = { passkey: String(row.id), name: row.name };
          await logCommand(on, 'console passkey remove', details, { staffId });
        }
        return row;
      });
      return removed ? accepted : refuse('not_found');
    },

    /** What a browser asks any passkey of the site to sign. */
    async beginSignIn({ address }: Caller): Promise<Result<object>> {
      const attempt = await limiter.take([[limits.address, addressSubject(address)]]);
      if (!attempt.ok) return attempt;
      return accept(await webauthn.authenticationOptions(await challenges.create(null)));
    },

    /** Undefined where the answer is not right, or not one of this member of the staff. */
    async verify(staffId: bigint, response: PasskeyAnswer): Promise<SignedPasskey | undefined> {
      const challenge = await challenges.take(response, null);
      const credentialId = Buffer.from(response.id, 'base64url');
      const passkey = challenge && (await sql.findPasskey.first(query, { credentialId, staffId }));
      const use = passkey && (await webauthn.verifyAuthentication(response, challenge, passkey));
      if (!passkey || use === undefined) return undefined;
      const { id } = passkey;
      return {
        id,
        use: async (on, passwordHash) =>
          (await sql.usePasskey.first(on, { id, ...use, passwordHash })) !== undefined,
      };
    },

    async deleteExpired() {
      await sql.deleteExpiredChallenges.run(query);
    },
  };
};

export type StaffPasskeys = ReturnType<typeof createStaffPasskeys>;
