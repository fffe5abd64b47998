/**
 * Changing an email address. The change waits until links that were mailed to both addresses were used,
 * within a day and once; either of them cancels it too. Neither the answer nor its time shows whether
 * another account has the address.
 */
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type { EmailChange, EmailChangeBody } from '@fairground/contract/email-change';
import type { User } from '@fairground/contract/user';
import type { Caller } from '../../http/caller.ts';
import type { RequestIdentity } from '../../http/request-identity.ts';
import { findUser } from '../../ledger/player-view.ts';
import { bumpVersion } from '../../ledger/players.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import { createToken, hashToken, type Entropy } from '../../platform/entropy.ts';
import { sqlState, type Database } from '../../platform/database/database.ts';
import {
  deleteSessionsExcept,
  isToken,
  noPasswordText,
  recordSecurityNotice,
  type AuthService,
} from '../sign-in/service.ts';
import * as sql from './sql/email-changes.sql.ts';

const hour = 60 * 60_000;
const lastsSeconds = 86_400;
const limits = {
  account: { name: 'email-change-account', max: 10, windowMs: 24 * hour },
  address: { name: 'email-change-address', max: 20, windowMs: hour },
} as const satisfies Record<string, AttemptRule>;

const tooManyMails = 'Too many mails were sent for such a change. Try again tomorrow.';
const retrySeconds = 3_600;

const uniqueViolation = '23505';
const spentLink = refuse('invalid_request', {
  detail: 'This link has been used, or it has expired.',
  path: 'token',
});

/** What a confirmation led to. */
type Outcome =
  | { state: 'spent' }
  | { state: 'waiting' }
  | {
      state: 'changed';
      user: User;
      endedSessions: bigint[];
      /** Null where the former address was never confirmed. */
      former: { username: string; email: string } | null;
    };

export const createEmailChangeService = (deps: {
  database: Database;
  entropy: Entropy;
  limiter: AttemptLimiter;
  auth: Pick<AuthService, 'reauthenticate' | 'mails'>;
  /** Called after the commit for each session that ended, so that its sockets close on every process. */
  closeSession: (sessionId: bigint) => void;
  /** Called after the commit, so that the player's other pages follow. */
  userChanged: (user: User) => void;
}) => {
  const { database, entropy, limiter, auth } = deps;
  const { query } = database;

  const confirmIn = async (
    on: Database['query'],
    playerId: bigint,
    { tokenHash, caller }: { tokenHash: Buffer; caller: Caller },
  ): Promise<Outcome> => {
    const owner = await sql.lockOwner.first(on, { playerId });
    const change = owner && (await sql.confirmEmailChange.first(on, { playerId, tokenHash }));
    if (!owner || !change) return { state: 'spent' };
    if (!change.is_complete) return { state: 'waiting' };
    const { old_email: oldEmail, new_email: newEmail, session_id: retainedId } = change;
    if (!(await sql.changeEmail.first(on, { playerId, oldEmail, newEmail }))) return { state: 'spent' };
    const ended = await deleteSessionsExcept.run(on, { playerId, retainedId });
    await recordSecurityNotice(on, playerId, 'emailChanged', caller);
    await bumpVersion(on, playerId);
    const user = await findUser(on, playerId);
    if (!user) throw new Error(`player ${playerId} has no wallet`);
    const former = change.asks_old ? { username: owner.username, email: oldEmail } : null;
    return { state: 'changed', user, endedSessions: ended.map(({ id }) => id), former };
  };

  const find = async (playerId: bigint): Promise<EmailChange> => {
    const row = await sql.findEmailChange.first(query, { playerId });
    return {
      pending: row
        ? {
            email: row.new_email,
            expiresAt: row.expires_at.toISOString(),
            newConfirmed: row.new_confirmed,
            oldConfirmed: row.old_confirmed,
          }
        : null,
    };
  };

  return {
    find,

    async begin(
      { playerId, sessionId }: RequestIdentity,
      { email, ...proof }: EmailChangeBody,
      caller: Caller,
    ): Promise<Result<EmailChange>> {
      const proven = await auth.reauthenticate(playerId, proof, caller);
      if (!proven.ok) return proven;
      if (proven.value === null) return refuse('reauthentication_required', noPasswordText);
      const attempt = await limiter.take([
        [limits.account, String(playerId)],
        [limits.address, addressSubject(caller.address)],
      ]);
      if (!attempt.ok) return attempt;
      if (!(await auth.mails.claimEmailChange(playerId, email))) {
        // Without another mail, the links of the last one have to stay valid.
        const waiting = await find(playerId);
        return waiting.pending?.email === email
          ? accept(waiting)
          : refuse('rate_limited', { detail: tooManyMails, retryAfterSeconds: retrySeconds });
      }
      const [oldToken, newToken] = [createToken(entropy), createToken(entropy)];
      const begun = await sql.beginEmailChange.first(query, {
        playerId,
        sessionId,
        newEmail: email,
        oldTokenHash: hashToken(oldToken),
        newTokenHash: hashToken(newToken),
        lastsSeconds,
      });
      if (!begun) {
        return refuse('invalid_request', {
          detail: 'This is the address of your account already.',
          path: 'email',
        });
      }
      // What depends on whether the address is taken happens after the answer, which therefore shows nothing.
      auth.mails.confirmEmailChange(
        {
          playerId,
          oldEmail: begun.old_email,
          newEmail: begun.new_email,
          oldToken: begun.asks_old ? oldToken : null,
          newToken,
          isTaken: async () => (await sql.isAddressTaken.first(query, { email }))?.is_taken === true,
        },
        caller,
      );
      return accept({
        pending: {
          email: begun.new_email,
          expiresAt: begun.expires_at.toISOString(),
          newConfirmed: false,
          oldConfirmed: !begun.asks_old,
        },
      });
    },

    /** By the player, in a session. */
    async cancel(playerId: bigint): Promise<Result> {
      return (await sql.cancelEmailChange.first(query, { playerId })) ? accepted : refuse('not_found');
    },

    /** By the token of either mail. */
    async confirm(token: string, caller: Caller): Promise<Result<{ playerId: bigint; changed: boolean }>> {
      if (!isToken(token)) return spentLink;
      const tokenHash = hashToken(token);
      const found = await sql.findChangingPlayer.first(query, { tokenHash });
      if (!found) return spentLink;
      const playerId = found.player_id;
      let outcome: Outcome;
      try {
        outcome = await database.transaction((on) => confirmIn(on, playerId, { tokenHash, caller }));
      } catch (error) {
        // Only somebody who reads the mails of the address gets this far.
        if (sqlState(error) === uniqueViolation) {
          return refuse('already_taken', 'Another account has this address now.');
        }
        throw error;
      }
      if (outcome.state === 'spent') return spentLink;
      if (outcome.state === 'waiting') return accept({ playerId, changed: false });
      for (const sessionId of outcome.endedSessions) deps.closeSession(sessionId);
      deps.userChanged(outcome.user);
      auth.mails.notify(playerId, 'emailChanged', caller);
      if (outcome.former) auth.mails.notifyFormerAddress({ id: playerId, ...outcome.former }, caller);
      return accept({ playerId, changed: true });
    },

    async cancelByToken(token: string): Promise<Result<{ playerId: bigint }>> {
      const cancelled = isToken(token)
        ? await sql.cancelByToken.first(query, { tokenHash: hashToken(token) })
        : undefined;
      return cancelled ? accept({ playerId: cancelled.player_id }) : spentLink;
    },

    async deleteExpired() {
      await sql.deleteExpiredEmailChanges.run(query);
    },
  };
};

export type EmailChangeService = ReturnType<typeof createEmailChangeService>;
