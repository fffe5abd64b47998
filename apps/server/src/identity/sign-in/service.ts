/** Accounts and sessions: registering, signing in and out, forgotten passwords, tokens for sockets. */
import type { LoginAnswer, RegisterAnswer, RegisterBody, SocketTokenAnswer } from '@fairground/contract/auth';
import { accept, accepted, refuse, type Refusal, type Result } from '@fairground/contract/errors';
import type { Club } from '@fairground/contract/clubs';
import type { User } from '@fairground/contract/user';
import type { RowOf } from '@fairground/sql';
import { findUser } from '../../ledger/player-view.ts';
import { createPlayer, recordReferral, type NewPlayer } from '../../ledger/players.ts';
import { mailboxOf, type AddressHash } from '../../platform/secrets/address-hash.ts';
import { addressSubject, type AttemptLimiter } from '../../platform/attempt-limiter.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { hashToken, createToken, type Entropy } from '../../platform/entropy.ts';
import type { Log } from '../../platform/logger.ts';
import { deleteOldMailQuotas, releaseMail } from '../../platform/mail/mail-quota.ts';
import type { Registration } from '@fairground/contract/registration';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { passwordFault, refusePassword } from '../../platform/secrets/password-policy.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import type { Caller } from '../../http/caller.ts';
import type { RequestIdentity } from '../../http/request-identity.ts';
import { createNotice } from '../../players/notices/service.ts';
import { createAccountMails, type AccountMails } from './account-mails.ts';
import {
  accountIdleSeconds,
  accountSession,
  authLimits,
  challengeSeconds,
  loginTries,
  mailRules,
  maxSessions,
  noPasswordText,
  passwordLimits,
  sessionSeconds,
  type SessionLife,
} from './limits.ts';
import { deleteEndedBreaks, resumeBreak, retainBreak } from './closed-breaks.ts';
import { changePassword } from './password-change.ts';
import {
  createReauthentication,
  type Proof,
  type Reauthenticate,
  type VerifyPasskey,
} from './reauthentication.ts';
import { recordSecurityNotice } from './security-notice.ts';
import { isReservedName, refuseReservedName, refuseTakenEmail, refuseTakenName } from './reserved-names.ts';
import * as accounts from './sql/accounts.sql.ts';
import * as challenges from './sql/challenges.sql.ts';
import * as invitations from './sql/invitations.sql.ts';
import * as tokens from './sql/mailed-tokens.sql.ts';
import { deleteSessionsExcept } from './sql/sessions.sql.ts';
import * as sessions from './sql/sessions.sql.ts';
import {
  createLiveSessionLookup,
  createSessionLookup,
  isToken,
  toIdentity,
  type FindSession,
} from './session-lookup.ts';

export {
  accountIdleSeconds,
  authLimits,
  changePassword,
  deleteSessionsExcept,
  isReservedName,
  isToken,
  noPasswordText,
  passwordLimits,
  recordSecurityNotice,
  refuseReservedName,
  refuseTakenEmail,
  refuseTakenName,
  retainBreak,
  sessionSeconds,
};
export { findReferrer } from './sql/accounts.sql.ts';
export { findInvitation } from './sql/invitations.sql.ts';
export type { AccountMails, Caller, Proof, Reauthenticate };

/** A player who is about to get an account, and how long their first session lasts. */
export interface NewAccount extends Pick<
  NewPlayer,
  'username' | 'email' | 'passwordHash' | 'avatar' | 'referredBy'
> {
  session: SessionLife;
  /** The code of a club, joined at once. */
  club?: string | null | undefined;
  /** No account is opened where the club cannot be joined, as its code is the invitation. */
  mustJoin?: boolean;
}

/** What opening an account needs of clubs. */
export interface ClubDoor {
  /** The member whose code it is; undefined for a dead one. */
  findInviter(code: string): Promise<{ player_id: bigint; username: string; is_guest: boolean } | undefined>;
  /** Within the transaction that opens the account. */
  join(query: Database['query'], playerId: bigint, code: string): Promise<Result<{ club: Club }>>;
  /** After the commit. */
  joined(club: Club): void;
}

export type OpenedAccount = LoginAnswer & Pick<RegisterAnswer, 'club'>;

/** The first step of a sign-in, whose password was right. */
export interface Challenge {
  /** Null where a passkey took the place of the password. */
  tokenHash: Buffer | null;
  playerId: bigint;
  passwordHash: string;
}

/** Rolls an account back whose invitation was used by another call, or is none. */
class NotInvited extends Error {}

/** Rolls a sign-in back. */
class SignInRefused extends Error {
  readonly outcome: 'spent' | 'refused';
  constructor(outcome: 'spent' | 'refused') {
    super(outcome);
    this.outcome = outcome;
  }
}

const socketTokenSeconds = 15 * 60;
const maxAddresses = 20;
const maxBrowsers = 50;
const spentLink = refuse('invalid_request', {
  detail: 'This link has been used, or it has expired.',
  path: 'token',
});
const suspendedText = (until: Date | null): string =>
  until === null
    ? 'This account is suspended. Write to us through the contact page.'
    : `This account is suspended until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC. Write ` +
      'to us through the contact page.';

export const createAuthService = (deps: {
  database: Database;
  clock: Pick<Clock, 'setTimeout' | 'monotonic'>;
  entropy: Entropy;
  passwords: Passwords;
  mailer: Mailer;
  limiter: AttemptLimiter;
  hashAddress: AddressHash;
  verifyPasskey: VerifyPasskey;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  signupCoins: number;
  registration: Registration;
  clubs: ClubDoor;
  /** Whether the code of a club invites to a site that takes invited players alone. */
  clubInvites: boolean;
  /** The public address without a final slash. */
  siteUrl: () => string;
  /** Called after the commit for each session that ended, so that its sockets close on every process. */
  closeSession: (sessionId: bigint) => void;
  /** Called after commit with a player who changed by the call of another: one who was named as referrer. */
  userChanged: (user: User) => void;
  /** Called after the commit with players whose lists of notices changed. */
  noticesChanged: (playerIds: readonly bigint[]) => void;
}) => {
  const { database, clock, entropy, passwords, limiter, hashAddress } = deps;
  const { query } = database;
  const {
    find: findSession,
    recall: recallSession,
    forget: forgetSession,
  } = createSessionLookup(database, clock);
  const mails = createAccountMails(deps);
  const reauthenticate = createReauthentication(deps);

  const requireUser = async (playerId: bigint): Promise<User> => {
    const user = await findUser(query, playerId);
    if (!user) throw new Error(`player ${playerId} has no wallet`);
    return user;
  };

  const toSession = (playerId: bigint, token: string, caller: Caller) => ({
    playerId,
    tokenHash: hashToken(token),
    userAgent: caller.userAgent?.slice(0, 256) ?? null,
  });

  const rememberAddress = (playerId: bigint, addressHash: Buffer) =>
    accounts.rememberAddress.run(query, { playerId, addressHash, maxAddresses });

  const rememberBrowser = async (on: Database['query'], playerId: bigint, { userAgent }: Caller) => {
    const agentHash = hashToken(userAgent ?? '');
    return (await accounts.rememberBrowser.first(on, { playerId, agentHash, maxBrowsers }))?.is_new ?? false;
  };

  /** Undefined where nobody invites by that reference. */
  const findReferrerOf = async (ref: string | null | undefined) => {
    const referenceId = parseReference(ref);
    return referenceId ? accounts.findReferrer.first(query, { referenceId }) : undefined;
  };

  /** Who invites by a reference, or else by the code of a club. */
  const findInvited = async ({ ref, club }: Pick<RegisterBody, 'ref' | 'club'>) => {
    const [referrer, inviter] = await Promise.all([
      findReferrerOf(ref),
      club ? deps.clubs.findInviter(club) : undefined,
    ]);
    const ofClub =
      inviter && !inviter.is_guest ? { id: inviter.player_id, username: inviter.username } : undefined;
    const isInvitedByClub = deps.clubInvites && inviter !== undefined;
    return {
      referrer: referrer ?? ofClub,
      isInvited: referrer !== undefined || isInvitedByClub,
      isInvitedByClub,
      /** The code is the only invitation. */
      mustJoin: deps.registration === 'invite' && referrer === undefined && isInvitedByClub,
    };
  };

  /** What an account gets with its address: the break of its mailbox, and whoever invited it. */
  const recordAddress = async (
    on: Database['query'],
    { playerId, email }: { playerId: bigint; email: string },
  ): Promise<bigint | null> => {
    await resumeBreak(on, hashAddress, { playerId, email });
    const mailboxHash = hashAddress('referral', mailboxOf(email));
    const referrerId = await recordReferral(on, { playerId, mailboxHash });
    if (referrerId !== null) {
      await createNotice(on, {
        playerId: referrerId,
        kind: 'friendJoined',
        data: { playerId: String(playerId), event: 'registered', coins: 0 },
        source: `registered:${playerId}`,
      });
    }
    return referrerId;
  };

  /** The referrer sees whom they invited. */
  const notifyReferrer = async (referrerId: bigint): Promise<void> => {
    deps.userChanged(await requireUser(referrerId));
    deps.noticesChanged([referrerId]);
  };

  const openAccount = async (
    { session, club: code, mustJoin, ...player }: NewAccount,
    caller: Caller,
    also?: (query: Database['query'], playerId: bigint) => Promise<void>,
  ): Promise<Result<OpenedAccount & { playerId: bigint; referrerId: bigint | null }>> => {
    const token = createToken(entropy);
    let referrerId: bigint | null = null;
    let club: Club | null = null;
    const created = await createPlayer(
      database,
      { ...player, referenceId: createReferenceId(entropy), signupCoins: deps.signupCoins },
      async (inTransaction, id) => {
        await also?.(inTransaction, id);
        await sessions.insertSession.run(inTransaction, {
          ...toSession(id, token, caller),
          lastsSeconds: session.seconds,
          idleSeconds: session.idleSeconds,
        });
        await rememberBrowser(inTransaction, id, caller);
        if (player.email !== null)
          referrerId = await recordAddress(inTransaction, { playerId: id, email: player.email });
        if (!code) return;
        const joined = await deps.clubs.join(inTransaction, id, code);
        if (joined.ok) club = joined.value.club;
        else if (mustJoin) throw new NotInvited();
      },
    ).catch((error: unknown) => {
      if (error instanceof NotInvited) return refuse('invitation_required');
      throw error;
    });
    if (!created.ok) return created;
    const playerId = created.value;
    await rememberAddress(playerId, hashAddress('sign-in', addressSubject(caller.address)));
    if (club) deps.clubs.joined(club);
    return accept({ playerId, referrerId, token, user: await requireUser(playerId), ...(code && { club }) });
  };

  /** The ended sessions make room for the new one; undefined where the password is not that any more. */
  const openSession = async (
    { playerId, passwordHash }: Omit<Challenge, 'tokenHash'>,
    caller: Caller,
    also?: (query: Database['query']) => Promise<void>,
  ): Promise<string | undefined> => {
    const token = createToken(entropy);
    const ended = await database.transaction(async (inTransaction) => {
      const opened = await sessions.insertSessionIfUnchanged.first(inTransaction, {
        ...toSession(playerId, token, caller),
        lastsSeconds: accountSession.seconds,
        idleSeconds: accountIdleSeconds,
        passwordHash,
      });
      if (!opened) return undefined;
      await also?.(inTransaction);
      return sessions.deleteSurplusSessions.run(inTransaction, { playerId, maxSessions });
    });
    if (!ended) return undefined;
    for (const { id } of ended) deps.closeSession(id);
    return token;
  };

  /** What follows a sign-in: the owner is known here, and is notified where the browser is new. */
  const welcome = async (playerId: bigint, token: string, caller: Caller): Promise<LoginAnswer> => {
    await rememberAddress(playerId, hashAddress('sign-in', addressSubject(caller.address)));
    const isNewBrowser = await database.transaction(async (inTransaction) => {
      const isNew = await rememberBrowser(inTransaction, playerId, caller);
      if (isNew) await recordSecurityNotice(inTransaction, playerId, 'newBrowser', caller);
      return isNew;
    });
    if (isNewBrowser) deps.noticesChanged([playerId]);
    const owner = await accounts.findOwner.first(query, { playerId });
    if (owner && !owner.is_confirmed) mails.confirmAddress({ id: playerId, ...owner });
    else if (owner && isNewBrowser) mails.newBrowser({ id: playerId, ...owner }, caller);
    return { token, user: await requireUser(playerId) };
  };

  /** The refusal of a right password where a second factor is missing. */
  const challenge = async (playerId: bigint): Promise<Refusal> => {
    const token = createToken(entropy);
    const stored = await challenges.insertChallenge.first(query, {
      playerId,
      tokenHash: hashToken(token),
      lastsSeconds: challengeSeconds,
    });
    if (!stored) return refuse('wrong_credentials');
    return refuse('reauthentication_required', {
      detail: 'Give the code of your authenticator app, or a recovery code.',
      challenge: { token, expiresAt: stored.expires_at.toISOString() },
    });
  };

  return {
    async register(
      { username, email, password, invitation, ...body }: RegisterBody,
      caller: Caller,
    ): Promise<Result<RegisterAnswer>> {
      if (deps.registration === 'closed') return refuse('registration_closed');
      const { referrer, isInvited, mustJoin } = await findInvited(body);
      const needsInvitation = deps.registration === 'invite' && !isInvited;
      const tokenHash = hashToken(invitation ?? '');
      // Judged first: whoever is not invited learns nothing about names and addresses, and costs no hash.
      if (needsInvitation && !(await invitations.findInvitation.first(query, { tokenHash })))
        return refuse('invitation_required');

      if (isReservedName(username)) return refuseReservedName();
      const fault = await passwordFault(password, [username, email]);
      if (fault) return refusePassword(fault, 'password');
      const address = addressSubject(caller.address);
      const attempt = await limiter.take([
        [authLimits.registerAddress, address],
        [authLimits.registerAccount, email.toLowerCase()],
      ]);
      if (!attempt.ok) return attempt;

      const passwordHash = await passwords.hash(password, address);
      if (!passwordHash.ok) return passwordHash;
      const opened = await openAccount(
        {
          username,
          email,
          passwordHash: passwordHash.value,
          referredBy: referrer?.id ?? null,
          session: accountSession,
          club: body.club,
          mustJoin,
        },
        caller,
        async (on, playerId) => {
          if (!needsInvitation) return;
          if (!(await invitations.takeInvitation.first(on, { tokenHash, playerId }))) throw new NotInvited();
        },
      );
      if (!opened.ok) return opened;
      const { playerId, referrerId, ...account } = opened.value;

      mails.confirmAddress({ id: playerId, username, email });
      if (referrerId !== null) await notifyReferrer(referrerId);
      // A mailbox that was invited before is not invited again.
      const referral = referrer && referrerId !== null ? { username: referrer.username } : null;
      return accept({ ...account, referral });
    },

    /** Creates the player with their wallet and a first session. Refused where the name or the address is taken. */
    async openAccount(account: NewAccount, caller: Caller): Promise<Result<OpenedAccount>> {
      const opened = await openAccount(account, caller);
      if (!opened.ok) return opened;
      const { playerId: _, referrerId: __, ...shown } = opened.value;
      return accept(shown);
    },

    /** Remembers that the owner of the account calls from there. */
    rememberOwner: (playerId: bigint, { address }: Caller) =>
      rememberAddress(playerId, hashAddress('sign-in', addressSubject(address))).then(() => undefined),

    mails,
    reauthenticate,
    findReferrer: findReferrerOf,
    findInvited,
    recordAddress,
    notifyReferrer,

    async login(identifier: string, password: string, caller: Caller): Promise<Result<LoginAnswer>> {
      const address = addressSubject(caller.address);
      const addressHash = hashAddress('sign-in', address);
      // Looked up and counted by the same text, so that no other way to write it escapes its count.
      const spelling = identifier.toLowerCase();
      const account = await findAccount(query, spelling, addressHash);
      const tries = loginTries(spelling, address, account?.is_known_address ?? false);
      const attempt = await limiter.take(tries);
      if (!attempt.ok) return attempt;
      const isRight = await passwords.verify(password, account?.password_hash, address);
      if (!isRight.ok) return isRight;
      if (!account || !isRight.value) return refuse('wrong_credentials');
      if (account.suspended) return refuse('on_a_break', suspendedText(account.suspended_until));
      const signIn = await limiter.take([[authLimits.signInAccount, String(account.id)]]);
      if (!signIn.ok) return signIn;

      if (account.has_second_factor) {
        await limiter.giveBack(tries);
        return challenge(account.id);
      }
      const token = await openSession({ playerId: account.id, passwordHash: account.password_hash }, caller);
      if (token === undefined) return refuse('wrong_credentials');
      await limiter.giveBack(tries);
      return accept(await welcome(account.id, token, caller));
    },

    /** A sign-in that waits for its second factor, by the hash of its token. */
    async findChallenge(tokenHash: Buffer): Promise<Challenge | undefined> {
      const row = await challenges.findChallenge.first(query, { tokenHash });
      return row && { tokenHash, playerId: row.player_id, passwordHash: row.password_hash };
    },

    /**
     * Signs in, once, in the transaction in which `useCode` uses the second factor up. `refused` where it does not, and
     * the challenge stays; `spent` where the challenge or the password is not valid any more.
     */
    async completeChallenge(
      first: Challenge,
      caller: Caller,
      useCode: (query: Database['query']) => Promise<boolean>,
    ): Promise<LoginAnswer | 'spent' | 'refused'> {
      try {
        const token = await openSession(first, caller, async (inTransaction) => {
          const { tokenHash } = first;
          if (tokenHash && !(await challenges.takeChallenge.first(inTransaction, { tokenHash }))) {
            throw new SignInRefused('spent');
          }
          if (!(await useCode(inTransaction))) throw new SignInRefused('refused');
        });
        return token === undefined ? 'spent' : await welcome(first.playerId, token, caller);
      } catch (error) {
        if (error instanceof SignInRefused) return error.outcome;
        throw error;
      }
    },

    findUsername: async (playerId: bigint): Promise<string | undefined> =>
      (await accounts.findOwner.first(query, { playerId }))?.username,

    async logout({ sessionId }: RequestIdentity) {
      await sessions.deleteSession.run(query, { sessionId });
      deps.closeSession(sessionId);
    },

    async forgotPassword(email: string, caller: Caller): Promise<Result> {
      const attempt = await limiter.take([
        [authLimits.forgotAddress, addressSubject(caller.address)],
        [authLimits.forgotAccount, email.toLowerCase()],
      ]);
      if (!attempt.ok) return attempt;
      const account = await findAccount(query, email.toLowerCase());
      // What only a known account costs happens after the answer, which therefore shows nothing.
      if (account?.is_confirmed) mails.resetPassword(account);
      return accepted;
    },

    async resetPassword(token: string, newPassword: string, caller: Caller): Promise<Result> {
      const address = addressSubject(caller.address);
      const attempt = await limiter.take([[authLimits.resetAddress, address]]);
      if (!attempt.ok) return attempt;
      if (!isToken(token)) return spentLink;
      const account = await tokens.findReset.first(query, { tokenHash: hashToken(token) });
      if (!account) return spentLink;
      const fault = await passwordFault(newPassword, [account.username, account.email]);
      if (fault) return refusePassword(fault, 'newPassword');

      const hashed = await passwords.hash(newPassword, address);
      if (!hashed.ok) return hashed;
      const ended = await database.transaction(async (inTransaction) => {
        const taken = await tokens.takeReset.first(inTransaction, { tokenHash: hashToken(token) });
        if (!taken) return undefined;
        const changed = await changePassword(inTransaction, {
          playerId: taken.player_id,
          passwordHash: hashed.value,
          retainedSessionId: null,
        });
        if (changed) await recordSecurityNotice(inTransaction, taken.player_id, 'passwordChanged', caller);
        return changed;
      });
      if (!ended) return spentLink;
      for (const sessionId of ended) deps.closeSession(sessionId);
      // Reading the account's mail proves ownership, so the owner may sign in from this address.
      await rememberAddress(account.id, hashAddress('sign-in', address));
      mails.notify(account.id, 'passwordChanged', caller);
      return accepted;
    },

    async confirmEmail(token: string): Promise<Result> {
      const confirmed = isToken(token)
        ? await tokens.takeConfirmation.first(query, { tokenHash: hashToken(token) })
        : undefined;
      if (!confirmed) return spentLink;
      await releaseMail(query, mailRules.confirmation, hashAddress('mail', mailboxOf(confirmed.email)));
      return accepted;
    },

    async createSocketToken({ sessionId }: RequestIdentity): Promise<Result<SocketTokenAnswer>> {
      const token = createToken(entropy);
      const stored = await sessions.replaceSocketToken.first(query, {
        sessionId,
        tokenHash: hashToken(token),
        lastsSeconds: socketTokenSeconds,
      });
      if (!stored) return refuse('not_signed_in');
      return accept({ token, expiresAt: stored.expires_at.toISOString() });
    },

    /** Whose session token this is. */
    findSession,
    recallSession,
    /** On every process, for a session that has ended. */
    forgetSession,

    /** Whose session token or socket token this is. */
    async findSocketIdentity(token: string): ReturnType<FindSession> {
      if (!isToken(token)) return undefined;
      return (
        (await findSession(token)) ??
        toIdentity(await sessions.findSocketToken.first(query, { tokenHash: hashToken(token) }))
      );
    },

    findLiveSessions: createLiveSessionLookup(database),

    async deleteExpired() {
      await sessions.deleteEndedSessions.run(query);
      await sessions.deleteExpiredSocketTokens.run(query);
      await tokens.deleteExpiredResets.run(query);
      await challenges.deleteExpiredChallenges.run(query);
      await invitations.deleteOldInvitations.run(query);
      await deleteEndedBreaks(query);
      await tokens.deleteExpiredConfirmations.run(query);
      await sessions.deleteExpiredSessions.run(query);
      await accounts.deleteOldAddresses.run(query);
      await deleteOldMailQuotas(query);
    },

    /** Resolves once no mail is being sent. */
    settled: mails.settled,
  };
};

export type AuthService = ReturnType<typeof createAuthService>;

/** `spelling` is a username or an email address in lower case. A username has no @, so it is one or the other. */
export const findAccount = (
  query: Database['query'],
  spelling: string,
  addressHash: Buffer | null = null,
): Promise<RowOf<typeof accounts.findAccountByEmail> | undefined> =>
  spelling.includes('@')
    ? accounts.findAccountByEmail.first(query, { email: spelling, addressHash })
    : accounts.findAccountByUsername.first(query, { username: spelling, addressHash });

/** A reference id as it is stored: in lower case, without the `ref-` that links put before it. */
export const parseReference = (ref: string | null | undefined): string | null =>
  ref ? ref.trim().toLowerCase().replace(/^ref-/, '') : null;

/** 10 of 32 letters and digits that are hard to mix up. */
const createReferenceId = (entropy: Entropy): string =>
  Array.from(entropy.randomBytes(10), (byte) => 'abcdefghjkmnpqrstuvwxyz023456789'[byte % 32]).join('');
