/**
 * The first account of the console, by a one-time link that every start prints while there has never been one.
 * Its owner chooses the name and the password, and gives a first code of the authenticator app. Of several links
 * and calls one alone succeeds.
 */
import type { FirstAccountBody } from '@fairground/contract/console/staff';
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import {
  describeSecret,
  parseSecret,
  secretBytes,
  stepOf,
} from '../../../identity/second-factors/service.ts';
import { logCommand } from '../../acts/log.ts';
import type { Caller } from '../../../http/caller.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../../platform/attempt-limiter.ts';
import type { Database } from '../../../platform/database/database.ts';
import { createToken, hashToken, type Entropy } from '../../../platform/entropy.ts';
import { passwordFault, refusePassword } from '../../../platform/secrets/password-policy.ts';
import type { Passwords } from '../../../platform/secrets/passwords.ts';
import type { Seal } from '../../../platform/secrets/seal.ts';
import { contextOfStaff, isStaffName, staffNameText } from './accounts.ts';
import * as sql from './sql/first-staff.sql.ts';

const linkHours = 24;

/** The path of a new link; undefined where there is staff, or ever was. */
export const createFirstAccountLink = async (
  { query }: Pick<Database, 'query'>,
  entropy: Entropy,
): Promise<string | undefined> => {
  await sql.deleteOldLinks.run(query);
  const token = createToken(entropy);
  const made = await sql.insertLink.first(query, { tokenHash: hashToken(token), hours: linkHours });
  // After the #, which no proxy logs.
  return made && `/console/first-account#${token}`;
};

export interface FirstAccount {
  /** A key for the authenticator app, while the link is valid. */
  begin(token: string, caller: Caller): Promise<Result<{ secret: string; uri: string }>>;
  /** The code is not used up: the new operator signs in with it. */
  add(given: FirstAccountBody, caller: Caller): Promise<Result>;
}

const perAddress: AttemptRule = { name: 'staff-first-account', max: 30, windowMs: 15 * 60_000 };

const spent = refuse(
  'wrong_credentials',
  'This link has been used, or it has expired. While the console has no account, each start of the ' +
    'site prints a new one.',
);

export const createFirstAccount = (deps: {
  database: Database;
  entropy: Entropy;
  passwords: Passwords;
  seal: Seal;
  limiter: AttemptLimiter;
  /** Milliseconds since 1970. */
  now: () => number;
}): FirstAccount => {
  const { database, entropy, passwords, seal } = deps;

  const findLink = async (token: string, { address }: Caller): Promise<Result<Buffer>> => {
    const attempt = await deps.limiter.take([[perAddress, addressSubject(address)]]);
    if (!attempt.ok) return attempt;
    const tokenHash = hashToken(token);
    return (await sql.findLink.first(database.query, { tokenHash })) ? accept(tokenHash) : spent;
  };

  return {
    async begin(token, caller) {
      const link = await findLink(token, caller);
      if (!link.ok) return link;
      return accept(describeSecret(entropy.randomBytes(secretBytes), 'console'));
    },

    async add({ token, name, password, secret: written, code }, caller) {
      const link = await findLink(token, caller);
      if (!link.ok) return link;
      if (!isStaffName(name)) return refuse('invalid_request', { detail: staffNameText, path: 'name' });
      const fault = await passwordFault(password, [name]);
      if (fault) return refusePassword(fault, 'password');
      const secret = parseSecret(written);
      if (secret === null || stepOf(secret, code.replaceAll(/\s/g, ''), deps.now()) === null) {
        return refuse('invalid_request', {
          detail: 'This is not the code that the app shows now. Check the clock of the phone.',
          path: 'code',
        });
      }
      const hashed = await passwords.hash(password, addressSubject(caller.address));
      if (!hashed.ok) return hashed;
      const sealed = seal.close(secret, contextOfStaff(name));
      return database.transaction<Result>(async (on) => {
        const added = await sql.addFirstStaff.first(on, {
          tokenHash: link.value,
          name,
          passwordHash: hashed.value,
          sealed,
        });
        if (!added || added.id === null) return spent;
        await logCommand(on, 'staff add', { name }, { staffId: added.id, after: { role: 'operator' } });
        return accepted;
      });
    },
  };
};
