/**
 * Sign-ins of the staff, with a password and a one-time code or a passkey, and their sessions: each ends after half an
 * hour without use, and is refused from another address than the one that signed in.
 */
import type { StaffRole } from '@fairground/contract/console/staff';
import type { PasskeyAnswer } from '@fairground/contract/passkeys';
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { RowOf } from '@fairground/sql';
import { stepOf } from '../../../identity/second-factors/service.ts';
import { isToken } from '../../../identity/sign-in/service.ts';
import { logCommand } from '../../acts/log.ts';
import type { Caller } from '../../../http/caller.ts';
import type { AddressHash } from '../../../platform/secrets/address-hash.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../../platform/attempt-limiter.ts';
import { createToken, hashToken, type Entropy } from '../../../platform/entropy.ts';
import type { Passwords } from '../../../platform/secrets/passwords.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Seal } from '../../../platform/secrets/seal.ts';
import { contextOfStaff } from './accounts.ts';
import type { StaffPasskeys } from './passkeys.ts';
import * as sql from './sql/staff.sql.ts';

/** Who is calling the console. */
export interface StaffIdentity {
  staffId: bigint;
  sessionId: bigint;
  name: string;
  role: StaffRole;
}

export interface SignIn {
  name: string;
  password: string;
  /** One of the two. */
  code?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
}

export interface StaffService {
  /** Every wrong part of it is the same refusal. */
  signIn(given: SignIn, caller: Caller): Promise<Result<{ token: string; name: string; role: StaffRole }>>;
  /** Undefined where the session is over, was never there, or belongs to another address. */
  findSession(token: string, address: string): Promise<(StaffIdentity & { isStale: boolean }) | undefined>;
  /** Moves the end of the session on. */
  touch(sessionId: bigint): Promise<void>;
  signOut(staff: StaffIdentity): Promise<void>;
  deleteExpired(): Promise<void>;
}

export interface StaffServiceDeps {
  database: Database;
  entropy: Entropy;
  passwords: Passwords;
  seal: Seal;
  limiter: AttemptLimiter;
  hashAddress: AddressHash;
  /** Milliseconds since 1970. */
  now: () => number;
  passkeys: Pick<StaffPasskeys, 'verify' | 'deleteExpired'>;
}

export const idleSeconds = 30 * 60;
/** However much it is used. */
export const lastsSeconds = 12 * 60 * 60;

const minute = 60_000;
const limits = {
  /** From elsewhere nobody can use up the guesses of an address. */
  place: { name: 'staff-sign-in-place', max: 5, windowMs: 15 * minute },
  name: { name: 'staff-sign-in-name', max: 50, windowMs: 15 * minute },
  address: { name: 'staff-sign-in-address', max: 20, windowMs: 15 * minute },
} as const satisfies Record<string, AttemptRule>;

const wrong = refuse('wrong_credentials', 'The name, the password or the code is not right.');

/** Marks the code or the passkey as used, with the session; false where it was used in the meantime. */
interface Factor {
  details: object;
  use(query: Database['query']): Promise<boolean>;
}

export const createStaffService = (deps: StaffServiceDeps): StaffService => {
  const { database, limiter, passwords } = deps;
  const { query } = database;

  const findFactor = async (
    staff: RowOf<typeof sql.findStaff>,
    { code, passkey }: SignIn,
  ): Promise<Factor | undefined> => {
    const { id: staffId, password_hash: passwordHash } = staff;
    if (passkey) {
      const signed = await deps.passkeys.verify(staffId, passkey);
      return signed && { details: { passkey: String(signed.id) }, use: (on) => signed.use(on, passwordHash) };
    }
    const secret = deps.seal.open(staff.sealed, contextOfStaff(staff.name));
    const step = code === undefined ? null : stepOf(secret, code.replaceAll(/\s/g, ''), deps.now());
    if (step === null) return undefined;
    return {
      details: {},
      use: async (on) => (await sql.useStep.first(on, { staffId, passwordHash, step })) !== undefined,
    };
  };

  const hashOf = (address: string): Buffer => deps.hashAddress('console', addressSubject(address));

  return {
    async signIn(given, caller) {
      const { name, password } = given;
      const address = addressSubject(caller.address);
      const tries: [AttemptRule, string][] = [
        [limits.place, `${name} ${address}`],
        [limits.name, name],
        [limits.address, address],
      ];
      const attempt = await limiter.take(tries);
      if (!attempt.ok) return attempt;
      const staff = await sql.findStaff.first(query, { name });
      const isRight = await passwords.verify(password, staff?.password_hash, address);
      if (!isRight.ok) return isRight;
      if (!staff || !isRight.value) return wrong;
      const factor = await findFactor(staff, given);
      if (!factor) return wrong;
      const token = createToken(deps.entropy);
      const opened = await database.transaction(async (on) => {
        if (!(await factor.use(on))) return false;
        await sql.insertStaffSession.run(on, {
          staffId: staff.id,
          tokenHash: hashToken(token),
          addressHash: hashOf(caller.address),
          idleSeconds,
          lastsSeconds,
        });
        await logCommand(on, 'console sign-in', factor.details, { staffId: staff.id });
        return true;
      });
      if (!opened) return wrong;
      await limiter.giveBack(tries);
      return accept({ token, name: staff.name, role: staff.role });
    },

    async findSession(token, address) {
      if (!isToken(token)) return undefined;
      const row = await sql.findStaffSession.first(query, {
        tokenHash: hashToken(token),
        addressHash: hashOf(address),
      });
      return (
        row && {
          staffId: row.staff_id,
          sessionId: row.id,
          name: row.name,
          role: row.role,
          isStale: row.is_stale,
        }
      );
    },

    async touch(sessionId) {
      await sql.touchStaffSession.run(query, { sessionId, idleSeconds });
    },

    async signOut({ staffId, sessionId }) {
      await database.transaction(async (on) => {
        await sql.deleteStaffSession.run(on, { sessionId });
        await logCommand(on, 'console sign-out', {}, { staffId });
      });
    },

    async deleteExpired() {
      await sql.deleteExpiredStaffSessions.run(query);
      await deps.passkeys.deleteExpired();
    },
  };
};
