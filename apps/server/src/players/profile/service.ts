/** A player's own account: what they see of themselves, changing it, and their sessions. */
import type { ReachedAchievement } from '@fairground/contract/achievements';
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type { UserUpdate } from '@fairground/contract/owner-calls';
import type { PinBody, PinnedRound, Profile, SessionInfo, User } from '@fairground/contract/user';
import type { RowOf } from '@fairground/sql';
import { findUser, toWireCoins } from '../../ledger/player-view.ts';
import { bumpVersion } from '../../ledger/players.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import { sqlState, type Database } from '../../platform/database/database.ts';
import { passwordFault, refusePassword } from '../../platform/secrets/password-policy.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import type { RequestIdentity } from '../../http/request-identity.ts';
import {
  changePassword,
  deleteSessionsExcept,
  isReservedName,
  noPasswordText,
  passwordLimits,
  recordSecurityNotice,
  refuseReservedName,
  refuseTakenName,
  type AccountMails,
  type Caller,
  type Reauthenticate,
} from '../../identity/sign-in/service.ts';
import { parsePinned, readPinned, writePinned, type EndedRounds } from './pinned-round.ts';
import * as sql from './sql/players.sql.ts';

const uniqueViolation = '23505';

export const createPlayersService = (deps: {
  database: Database;
  passwords: Passwords;
  limiter: AttemptLimiter;
  reauthenticate: Reauthenticate;
  /** One for each game with tickets: counts a player's. */
  ticketCounts: readonly ((query: Database['query'], playerId: bigint) => Promise<bigint>)[];
  rounds: EndedRounds;
  findAchievements: (playerId: bigint) => Promise<ReachedAchievement[]>;
  mails: Pick<AccountMails, 'notify'>;
  /** Called after the commit for each session that ended, so that its sockets close on every process. */
  closeSession: (sessionId: bigint) => void;
  /** Called after the commit, so that the player's other pages follow. */
  userChanged: (user: User) => void;
}) => {
  const { database, passwords, limiter } = deps;
  const { query } = database;

  /** Whether a new password may be set: by a recent sign-in, the current password or a passkey. */
  const confirmChange = async (
    { playerId, sessionId }: RequestIdentity,
    { username, newPassword = '', currentPassword, passkey }: UserUpdate,
    caller: Caller,
  ): Promise<Result> => {
    const signIn = await sql.findSignIn.first(query, { playerId, sessionId });
    if (!signIn) return refuse('not_signed_in');
    if (signIn.password_hash === null || signIn.email === null) {
      return refuse('reauthentication_required', noPasswordText);
    }
    const fault = await passwordFault(newPassword, [username ?? signIn.username, signIn.email]);
    if (fault) return refusePassword(fault, 'newPassword');
    if (currentPassword === undefined && passkey === undefined && !signIn.is_recent) {
      return refuse('reauthentication_required');
    }

    const address = addressSubject(caller.address);
    const guesses: [AttemptRule, string][] =
      currentPassword === undefined ? [] : [[passwordLimits.confirmAccount, String(playerId)]];
    const attempt = await limiter.take([
      ...guesses,
      [passwordLimits.changeAccount, String(playerId)],
      [passwordLimits.hashAddress, address],
    ]);
    if (!attempt.ok) return attempt;
    if (passkey !== undefined) {
      const proven = await deps.reauthenticate(playerId, { password: currentPassword, passkey }, caller);
      return proven.ok ? accepted : proven;
    }
    if (currentPassword === undefined) return accepted;
    const isRight = await passwords.verify(currentPassword, signIn.password_hash, address);
    if (!isRight.ok) return isRight;
    if (!isRight.value) return refuse('reauthentication_required', 'The current password is not right.');
    await limiter.giveBack(guesses);
    return accepted;
  };

  return {
    async findMe(playerId: bigint): Promise<User | undefined> {
      const [user, own] = await Promise.all([
        findUser(query, playerId),
        sql.findOwnState.first(query, { playerId }),
      ]);
      return user && { ...user, ...(own?.break_until && { breakUntil: own.break_until.toISOString() }) };
    },

    async update(identity: RequestIdentity, change: UserUpdate, caller: Caller): Promise<Result<User>> {
      const address = addressSubject(caller.address);
      const { playerId, sessionId } = identity;
      const { avatar, username, newPassword, currentPassword, passkey } = change;
      if (avatar === undefined && username === undefined && newPassword === undefined) {
        return refuse('invalid_request', 'There is nothing to change.');
      }
      if ((currentPassword !== undefined || passkey !== undefined) && newPassword === undefined) {
        return refuse('invalid_request', { detail: 'Give the new password too.', path: 'newPassword' });
      }
      if (username !== undefined && isReservedName(username)) return refuseReservedName();
      let passwordHash: string | undefined;
      if (newPassword !== undefined) {
        const confirmed = await confirmChange(identity, change, caller);
        if (!confirmed.ok) return confirmed;
        const hashed = await passwords.hash(newPassword, address);
        if (!hashed.ok) return hashed;
        passwordHash = hashed.value;
      }

      let ended: bigint[] = [];
      let user: User | undefined;
      try {
        await database.transaction(async (inTransaction) => {
          const isOpen = await sql.updatePlayer.first(inTransaction, {
            playerId,
            username: username ?? null,
            avatar: avatar ?? null,
          });
          if (!isOpen) return;
          if (passwordHash !== undefined) {
            ended =
              (await changePassword(inTransaction, {
                playerId,
                passwordHash,
                retainedSessionId: sessionId,
              })) ?? [];
            await recordSecurityNotice(inTransaction, playerId, 'passwordChanged', caller);
          }
          await bumpVersion(inTransaction, playerId);
          user = await findUser(inTransaction, playerId);
        });
      } catch (error) {
        if (sqlState(error) === uniqueViolation) return refuseTakenName();
        throw error;
      }
      if (!user) return refuse('not_signed_in');
      for (const endedId of ended) deps.closeSession(endedId);
      if (passwordHash !== undefined) deps.mails.notify(playerId, 'passwordChanged', caller);
      deps.userChanged(user);
      return accept(user);
    },

    /** Shows a round on the profile, in place of the one before; null shows none. */
    async pin(playerId: bigint, round: PinBody['round']): Promise<Result<PinnedRound | null>> {
      const read = round && (await readPinned(deps.rounds, playerId, round));
      if (read?.ok === false) return read;
      const pinned = read && read.value;
      const pinnedRound = pinned && writePinned(pinned);
      const isOpen = await sql.pinRound.first(query, { playerId, pinnedRound });
      return isOpen ? accept(pinned) : refuse('not_signed_in');
    },

    /** What others may see of a player, by their name in any case; `readerId` is who looks. */
    async findProfile(username: string, readerId: bigint | null = null): Promise<Profile | undefined> {
      const row = await sql.findProfile.first(query, { username });
      if (!row) return undefined;
      const isShown = row.pinned_round !== null && (!row.hides_name || row.id === readerId);
      const [pinned, referred, tickets, achievements] = await Promise.all([
        isShown ? readPinned(deps.rounds, row.id, parsePinned(row.pinned_round ?? '')) : undefined,
        sql.listReferred.run(query, { playerId: row.id }),
        Promise.all(deps.ticketCounts.map((count) => count(query, row.id))),
        deps.findAchievements(row.id),
      ]);
      return {
        ...toProfile(row, referred, tickets),
        achievements,
        ...(pinned?.ok === true && { pinned: pinned.value }),
      };
    },

    async listSessions({ playerId, sessionId }: RequestIdentity): Promise<SessionInfo[]> {
      const rows = await sql.listSessions.run(query, { playerId });
      return rows.map((row) => ({
        id: String(row.id),
        createdAt: row.created_at.toISOString(),
        lastSeenAt: row.last_seen_at.toISOString(),
        userAgent: row.user_agent,
        current: row.id === sessionId,
      }));
    },

    async endSession(playerId: bigint, sessionId: bigint): Promise<Result> {
      if (!(await sql.deleteOwnSession.first(query, { playerId, sessionId }))) return refuse('not_found');
      deps.closeSession(sessionId);
      return accepted;
    },

    /** Signs the player out everywhere; `retainedId` is a session that lives on. */
    async endSessions(playerId: bigint, retainedId: bigint | null) {
      const ended = await deleteSessionsExcept.run(query, { playerId, retainedId });
      for (const { id } of ended) deps.closeSession(id);
    },
  };
};

export type PlayersService = ReturnType<typeof createPlayersService>;

const toProfile = (
  row: RowOf<typeof sql.findProfile>,
  referred: readonly RowOf<typeof sql.listReferred>[],
  tickets: readonly bigint[],
): Profile => ({
  id: String(row.id),
  username: row.username,
  guest: row.is_guest,
  ...(row.bot ? { bot: true } : {}),
  avatar: row.avatar,
  coins: toWireCoins(row.coins),
  winningAmount: toWireCoins(row.winnings),
  todaysBids: toWireCoins(row.todays_bids),
  totalWon: toWireCoins(row.total_won),
  adEarnings: toWireCoins(row.ad_earnings),
  ticketsPlayed: tickets.reduce((sum, count) => sum + Number(count), 0),
  referenceId: row.reference_id,
  createdAt: row.created_at.toISOString(),
  referralCount: row.referral_count,
  referredUsers: referred.map(({ id, username, avatar, created_at: createdAt }) => ({
    id: String(id),
    username,
    avatar,
    createdAt: createdAt.toISOString(),
  })),
});
