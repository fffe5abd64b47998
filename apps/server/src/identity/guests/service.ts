/**
 * Guests: a real account with a generated name, without an email address and a password, and what makes it one that
 * its owner can sign in to.
 */
import type { GuestBody, KeepBody, RegisterAnswer } from '@fairground/contract/auth';
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import { lockWallets } from '../../ledger/locks.ts';
import { findUser } from '../../ledger/player-view.ts';
import { bumpVersion } from '../../ledger/players.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Entropy } from '../../platform/entropy.ts';
import { passwordFault, refusePassword } from '../../platform/secrets/password-policy.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import type { Registration } from '@fairground/contract/registration';
import { sqlState, violatedConstraint, type Database } from '../../platform/database/database.ts';
import {
  accountIdleSeconds,
  authLimits,
  isReservedName,
  passwordLimits,
  refuseReservedName,
  refuseTakenEmail,
  refuseTakenName,
  sessionSeconds,
  type AuthService,
  type Caller,
} from '../sign-in/service.ts';
import { createGuestAvatar, createGuestName } from './names.ts';
import * as sql from './sql/guests.sql.ts';

export interface GuestsService {
  create(body: Pick<GuestBody, 'ref' | 'club'>, caller: Caller): Promise<Result<RegisterAnswer>>;
  /** Refused where the player is no guest, or the name or the address is taken. */
  upgrade(playerId: bigint, body: KeepBody, caller: Caller): Promise<Result<User>>;
}

/**
 * A guest cannot sign in again, so their session lasts as long as browsers store a cookie (400 days). An account that
 * nobody uses is closed long before.
 */
export const guestSessionSeconds = 400 * 86_400;

/** With nine million names, ten in a row that are all taken are a fault. */
const maxNames = 10;
const uniqueViolation = '23505';

const noGuestText = 'This account has a name, an email address and a password already.';

export const createGuestsService = (deps: {
  database: Database;
  entropy: Entropy;
  passwords: Passwords;
  limiter: AttemptLimiter;
  auth: Pick<
    AuthService,
    | 'openAccount'
    | 'rememberOwner'
    | 'mails'
    | 'findReferrer'
    | 'findInvited'
    | 'recordAddress'
    | 'notifyReferrer'
  >;
  /** Guests play on open sites, and on one by invitation where the code of a club is an invitation. */
  registration: Registration;
  /** New guests an address may have in an hour. */
  guestsPerHour: number;
  /** Called after the commit, so that the player's other pages follow. */
  userChanged: (user: User) => void;
}): GuestsService => {
  const { database, entropy, passwords, limiter, auth } = deps;
  const perAddress: AttemptRule = { name: 'guest-address', max: deps.guestsPerHour, windowMs: 60 * 60_000 };

  /** Sets name, address and password, and what depends on them; undefined where the player is no guest any more. */
  const writeUpgrade = (
    playerId: bigint,
    account: { username: string; email: string; passwordHash: string; referrerId: bigint | null },
  ): Promise<{ user: User | undefined; referrerId: bigint | null } | undefined> =>
    database.transaction(async (query) => {
      // Locked first: no stake is placed between the break and its record.
      await lockWallets(query, [playerId]);
      if (!(await sql.upgradeGuest.first(query, { playerId, ...account }))) return undefined;
      const referrerId = await auth.recordAddress(query, { playerId, email: account.email });
      await sql.shortenSessions.run(query, {
        playerId,
        lastsSeconds: sessionSeconds,
        idleSeconds: accountIdleSeconds,
      });
      await bumpVersion(query, playerId);
      return { user: await findUser(query, playerId), referrerId };
    });

  return {
    async create(body, caller) {
      const { referrer, isInvitedByClub } = await auth.findInvited(body);
      const mustJoin = deps.registration === 'invite' && isInvitedByClub;
      if (deps.registration !== 'open' && !mustJoin) return refuse('registration_closed');
      const attempt = await limiter.take([[perAddress, addressSubject(caller.address)]]);
      if (!attempt.ok) return attempt;
      for (let names = 0; names < maxNames; names++) {
        const opened = await auth.openAccount(
          {
            username: createGuestName(entropy),
            email: null,
            passwordHash: null,
            avatar: createGuestAvatar(entropy),
            referredBy: referrer?.id ?? null,
            session: { seconds: guestSessionSeconds, idleSeconds: null },
            club: body.club,
            mustJoin,
          },
          caller,
        );
        if (opened.ok)
          return accept({ ...opened.value, referral: referrer ? { username: referrer.username } : null });
        if (opened.code !== 'already_taken') return opened;
      }
      throw new Error(`${maxNames} names of guests were taken`);
    },

    async upgrade(playerId, { username, email, password, ref }, caller) {
      if (isReservedName(username)) return refuseReservedName();
      const fault = await passwordFault(password, [username, email]);
      if (fault) return refusePassword(fault, 'password');
      const address = addressSubject(caller.address);
      const attempt = await limiter.take([
        [passwordLimits.changeAccount, String(playerId)],
        [authLimits.registerAddress, address],
        [authLimits.registerAccount, email.toLowerCase()],
      ]);
      if (!attempt.ok) return attempt;
      // Known before the password is hashed, which costs; the statement that writes decides.
      if (!(await sql.findGuest.first(database.query, { playerId }))) {
        return refuse('already_taken', noGuestText);
      }
      const hashed = await passwords.hash(password, address);
      if (!hashed.ok) return hashed;
      const referrer = await auth.findReferrer(ref);
      let upgraded: Awaited<ReturnType<typeof writeUpgrade>>;
      try {
        upgraded = await writeUpgrade(playerId, {
          username,
          email,
          passwordHash: hashed.value,
          referrerId: referrer?.id ?? null,
        });
      } catch (error) {
        if (sqlState(error) === uniqueViolation)
          return violatedConstraint(error) === 'player_email_key' ? refuseTakenEmail() : refuseTakenName();
        throw error;
      }
      const user = upgraded?.user;
      if (!upgraded || !user) return refuse('already_taken', noGuestText);
      deps.userChanged(user);
      if (upgraded.referrerId !== null) await auth.notifyReferrer(upgraded.referrerId);
      await auth.rememberOwner(playerId, caller);
      auth.mails.confirmAddress({ id: playerId, username, email });
      return accept(user);
    },
  };
};
