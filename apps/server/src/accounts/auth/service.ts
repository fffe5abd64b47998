/** Accounts and sessions: registering, signing in and out, forgotten passwords, tokens for sockets. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LoginAnswer, RegisterAnswer, RegisterBody, SocketTokenAnswer } from '@fairground/contract/auth';
import { refuse } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import { findUser } from '../../ledger/player-view.ts';
import { createPlayer } from '../../ledger/players.ts';
import { mailboxOf, type AddressHash } from '../../platform/address-hash.ts';
import { addressSubject, type AttemptLimiter } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { hashToken, newToken, type Entropy } from '../../platform/entropy.ts';
import type { Log } from '../../platform/logger.ts';
import { claimMail, deleteOldMailQuotas, releaseMail } from '../../platform/mail-quota.ts';
import type { Mailer } from '../../platform/mailer.ts';
import { passwordFault, passwordFaultText } from '../../platform/password-policy.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { DetailedRefusal } from '../../http/refusals.ts';
import type { RequestIdentity } from '../../http/request-identity.ts';
import { describeBrowser } from './browser-name.ts';
import {
  authLimits,
  confirmationSeconds,
  loginTries,
  mailRules,
  passwordLimits,
  resetLinkMs,
} from './limits.ts';
import { confirmEmailMail, newBrowserMail, passwordResetMail } from './mails.ts';
import { changePassword } from './password-change.ts';
import * as queries from './queries.ts';
import {
  createLiveSessionLookup,
  createSessionLookup,
  isToken,
  toIdentity,
  type FindLiveSessions,
  type FindSession,
} from './session-lookup.ts';

export { changePassword, passwordLimits };

/** Where a call came from; the browser is stored in clear, the address as a hash. */
export interface Caller {
  address: string;
  userAgent: string | null;
}

type Answer<Value> = ({ ok: true } & Value) | DetailedRefusal;

export interface AuthService {
  register(body: RegisterBody, caller: Caller): Promise<Answer<{ answer: RegisterAnswer }>>;
  login(identifier: string, password: string, caller: Caller): Promise<Answer<{ answer: LoginAnswer }>>;
  logout(identity: RequestIdentity): Promise<void>;
  forgotPassword(email: string, caller: Caller): Promise<Answer<object>>;
  resetPassword(token: string, newPassword: string, caller: Caller): Promise<Answer<object>>;
  confirmEmail(token: string): Promise<Answer<object>>;
  createSocketToken(identity: RequestIdentity): Promise<Answer<{ answer: SocketTokenAnswer }>>;
  /** Whose session token this is. */
  findSession: FindSession;
  /** The same for a session token or a socket token. */
  findSocketIdentity: FindSession;
  findLiveSessions: FindLiveSessions;
  deleteExpired(): Promise<void>;
  /** Resolves once no mail is under way. */
  settled(): Promise<void>;
}

export interface AuthServiceDeps {
  database: Database;
  entropy: Entropy;
  passwords: Passwords;
  mailer: Mailer;
  limiter: AttemptLimiter;
  hashAddress: AddressHash;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  signupCoins: number;
  /** The public address without a final slash. */
  siteUrl: () => string;
  /** Told after commit of each session that ended, so that its sockets close on every process. */
  closeSession: (sessionId: bigint) => void;
  /** Called after commit with a player who changed by the call of another: one who was named as referrer. */
  userChanged: (user: User) => void;
}

const sessionSeconds = 30 * 86_400;
const socketTokenSeconds = 15 * 60;
const maxPendingMails = 100;
const suspendedText = 'This account is suspended. Write to us through the contact page.';

export const createAuthService = (deps: AuthServiceDeps): AuthService => {
  const { database, entropy, passwords, limiter, log, hashAddress } = deps;
  const { query } = database;
  const findSession = createSessionLookup(database);
  const mailsUnderWay = new Set<Promise<void>>();

  const requireUser = async (playerId: bigint): Promise<User> => {
    const user = await findUser(query, playerId);
    if (!user) throw new Error(`player ${playerId} has no wallet`);
    return user;
  };

  const newSession = (playerId: bigint, token: string, caller: Caller): queries.NewSession => ({
    playerId,
    tokenHash: hashToken(token),
    userAgent: caller.userAgent?.slice(0, 256) ?? null,
    lastsSeconds: sessionSeconds,
  });

  const mailReset = async (account: queries.Account): Promise<void> => {
    const token = newToken(entropy);
    if (!(await queries.insertReset(query, account.id, hashToken(token), resetLinkMs / 1_000))) return;
    const link = `${deps.siteUrl()}/reset-password?token=${token}`;
    await deps.mailer.send(passwordResetMail(account.email, account.username, link));
  };

  /** The one mail that an unconfirmed address gets, whoever registers with it however often. */
  const mailConfirmation = async (account: queries.ResetAccount): Promise<void> => {
    const mailbox = hashAddress('mail', mailboxOf(account.email));
    if (!(await claimMail(query, mailRules.confirmation, mailbox))) return;
    const token = newToken(entropy);
    const isOpen = await queries.insertConfirmation(query, {
      playerId: account.id,
      email: account.email,
      tokenHash: hashToken(token),
      lastsSeconds: confirmationSeconds,
    });
    if (!isOpen) return;
    const link = `${deps.siteUrl()}/confirm-email?token=${token}`;
    try {
      await deps.mailer.send(confirmEmailMail(account.email, account.username, link));
    } catch (error) {
      // The mail server did not take it, so the next sign-in may try again.
      await releaseMail(query, mailRules.confirmation, mailbox);
      throw error;
    }
  };

  const rememberBrowser = (
    on: Database['query'],
    playerId: bigint,
    { userAgent }: Caller,
  ): Promise<boolean> => queries.rememberBrowser(on, playerId, hashToken(userAgent ?? ''));

  const mailNewBrowser = async (account: queries.Account, { userAgent }: Caller): Promise<void> => {
    if (!(await claimMail(query, mailRules.signInNotice, Buffer.from(String(account.id))))) return;
    await deps.mailer.send(
      newBrowserMail(account.email, account.username, {
        browser: describeBrowser(userAgent),
        at: new Date(deps.now()).toUTCString(),
        link: `${deps.siteUrl()}/forgot-password`,
      }),
    );
  };

  const inBackground = (work: () => Promise<void>): void => {
    if (mailsUnderWay.size >= maxPendingMails) {
      log.warn('too many mails are pending, one was dropped');
      return;
    }
    // The answer leaves within this turn of the event loop: even beginning the work would make it later.
    const running: Promise<void> = nextTurn()
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, 'sending a mail failed'))
      .finally(() => mailsUnderWay.delete(running));
    mailsUnderWay.add(running);
  };

  return {
    async register({ username, email, password, ref }, caller) {
      const fault = passwordFault(password, [username, email]);
      if (fault) return { ...refuse('invalid_request', passwordFaultText[fault]), path: 'password' };
      const address = addressSubject(caller.address);
      const attempt = await limiter.take([
        [authLimits.registerAddress, address],
        [authLimits.registerAccount, email.toLowerCase()],
      ]);
      if (!attempt.ok) return tooMany(attempt.retryAfterSeconds);

      const referenceId = parseReference(ref);
      const referrer = referenceId ? await queries.findReferrer(query, referenceId) : undefined;
      const token = newToken(entropy);
      const playerId = await createPlayer(
        database,
        {
          username,
          email,
          passwordHash: await passwords.hash(password, address),
          referenceId: newReferenceId(entropy),
          referredBy: referrer?.id ?? null,
          signupCoins: deps.signupCoins,
        },
        async (inTransaction, id) => {
          await queries.insertSession(inTransaction, newSession(id, token, caller));
          await rememberBrowser(inTransaction, id, caller);
        },
      );
      if (playerId === undefined) return refuse('already_taken');

      await queries.rememberAddress(query, playerId, hashAddress('sign-in', address));
      inBackground(() => mailConfirmation({ id: playerId, username, email }));
      if (referrer) deps.userChanged(await requireUser(referrer.id));
      const referral = referrer ? { username: referrer.username } : null;
      return { ok: true, answer: { token, user: await requireUser(playerId), referral } };
    },

    async login(identifier, password, caller) {
      const address = addressSubject(caller.address);
      const addressHash = hashAddress('sign-in', address);
      // Looked up and counted by the same text, so that no other way to write it escapes its count.
      const spelling = identifier.toLowerCase();
      const account = await queries.findAccount(query, spelling, addressHash);
      const tries = loginTries(spelling, address, account?.is_known_address ?? false);
      const attempt = await limiter.take(tries);
      if (!attempt.ok) return tooMany(attempt.retryAfterSeconds);
      const isRight = await passwords.verify(password, account?.password_hash, address);
      if (!account || !isRight) return refuse('wrong_credentials');
      if (account.suspended) return refuse('on_a_break', suspendedText);
      const signIn = await limiter.take([[authLimits.signInAccount, String(account.id)]]);
      if (!signIn.ok) return tooMany(signIn.retryAfterSeconds);

      const token = newToken(entropy);
      const session = newSession(account.id, token, caller);
      const opened = await queries.insertSessionIfUnchanged(query, session, account.password_hash);
      if (!opened) return refuse('wrong_credentials');
      await limiter.giveBack(tries);
      await queries.rememberAddress(query, account.id, addressHash);
      const isNewBrowser = await rememberBrowser(query, account.id, caller);
      if (!account.is_confirmed) inBackground(() => mailConfirmation(account));
      else if (isNewBrowser) inBackground(() => mailNewBrowser(account, caller));
      return { ok: true, answer: { token, user: await requireUser(account.id) } };
    },

    async logout({ sessionId }) {
      await queries.deleteSession(query, sessionId);
      deps.closeSession(sessionId);
    },

    async forgotPassword(email, caller) {
      const attempt = await limiter.take([
        [authLimits.forgotAddress, addressSubject(caller.address)],
        [authLimits.forgotAccount, email.toLowerCase()],
      ]);
      if (!attempt.ok) return tooMany(attempt.retryAfterSeconds);
      const account = await queries.findAccount(query, email.toLowerCase());
      // What only a known account costs happens after the answer, which therefore shows nothing.
      if (account?.is_confirmed) inBackground(() => mailReset(account));
      return { ok: true };
    },

    async resetPassword(token, newPassword, caller) {
      const address = addressSubject(caller.address);
      const attempt = await limiter.take([[authLimits.resetAddress, address]]);
      if (!attempt.ok) return tooMany(attempt.retryAfterSeconds);
      const spent = { ...refuse('invalid_request', 'This link is used up or too old.'), path: 'token' };
      if (!isToken(token)) return spent;
      const account = await queries.findReset(query, hashToken(token));
      if (!account) return spent;
      const fault = passwordFault(newPassword, [account.username, account.email]);
      if (fault) return { ...refuse('invalid_request', passwordFaultText[fault]), path: 'newPassword' };

      const passwordHash = await passwords.hash(newPassword, address);
      const ended = await database.transaction(async (inTransaction) => {
        const playerId = await queries.takeReset(inTransaction, hashToken(token));
        if (playerId === undefined) return undefined;
        return changePassword(inTransaction, { playerId, passwordHash, keepSessionId: null });
      });
      if (!ended) return spent;
      for (const sessionId of ended) deps.closeSession(sessionId);
      // Whoever reads the account's mail is its owner, and may sign in from here at once.
      await queries.rememberAddress(query, account.id, hashAddress('sign-in', address));
      return { ok: true };
    },

    async confirmEmail(token) {
      const email = isToken(token) ? await queries.takeConfirmation(query, hashToken(token)) : undefined;
      if (email === undefined) {
        return { ...refuse('invalid_request', 'This link is used up or too old.'), path: 'token' };
      }
      await releaseMail(query, mailRules.confirmation, hashAddress('mail', mailboxOf(email)));
      return { ok: true };
    },

    async createSocketToken({ sessionId }) {
      const token = newToken(entropy);
      const expiresAt = await queries.replaceSocketToken(
        query,
        sessionId,
        hashToken(token),
        socketTokenSeconds,
      );
      if (!expiresAt) return refuse('not_signed_in');
      return { ok: true, answer: { token, expiresAt: expiresAt.toISOString() } };
    },

    findSession,

    async findSocketIdentity(token) {
      if (!isToken(token)) return undefined;
      return (await findSession(token)) ?? toIdentity(await queries.findSocketToken(query, hashToken(token)));
    },

    findLiveSessions: createLiveSessionLookup(database),

    async deleteExpired() {
      await queries.deleteExpired(query);
      await deleteOldMailQuotas(query);
    },

    async settled() {
      await Promise.all(mailsUnderWay);
    },
  };
};

const tooMany = (retryAfterSeconds: number): DetailedRefusal => ({
  ...refuse('rate_limited'),
  retryAfterSeconds,
});

/** A reference id is kept in lower case; links carry it with `ref-` before it. */
/** A reference id as it is stored, from what a link or a form says. */
export const parseReference = (ref: string | null | undefined): string | null =>
  ref ? ref.trim().toLowerCase().replace(/^ref-/, '') : null;

/** 10 of 32 letters and digits that are hard to mix up. */
const newReferenceId = (entropy: Entropy): string =>
  Array.from(entropy.randomBytes(10), (byte) => 'abcdefghjkmnpqrstuvwxyz023456789'[byte % 32]).join('');
