/** A player's daily limit and breaks: a stricter limit is effective immediately, a looser one after 24 hours. */
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type { Limits } from '@fairground/contract/limits';
import type { LimitsBody } from '@fairground/contract/owner-calls';
import type { RowOf } from '@fairground/sql';
import type { Engine } from '../../director/director.ts';
import { toWireCoins } from '../../ledger/player-view.ts';
import { lockWallets } from '../../ledger/locks.ts';
import { lockOpenPlayer } from '../../ledger/players.ts';
import type { Database } from '../../platform/database/database.ts';
import type { LastingActs } from '../../identity/lasting-acts/service.ts';
import {
  recordSecurityNotice,
  type AccountMails,
  type Caller,
  type Reauthenticate,
} from '../../identity/sign-in/service.ts';
import * as sql from './sql/limits.sql.ts';

export interface LimitsService {
  find(playerId: bigint): Promise<Limits | undefined>;
  change(playerId: bigint, body: LimitsBody, caller: Caller): Promise<Result<Limits>>;
  /** Makes planned limits effective when they are due. */
  engine: Engine;
}

export interface LimitsDeps {
  database: Database;
  reauthenticate: Reauthenticate;
  mails: Pick<AccountMails, 'notify'>;
  /** Outside the database: a break or a limit is acknowledged once it is recorded there too. */
  lastingActs: Pick<LastingActs, 'add'>;
}

/**
 * Nobody can end a break early, so a stolen session cannot begin one of more
 * than a week, and the two minutes that a caller's clock may be ahead.
 */
const maxUnconfirmedBreakMs = 7 * 86_400_000 + 2 * 60_000;
const maxBreakMs = 5 * 366 * 86_400_000;
const applyEveryMs = 1_000;

export const createLimitsService = (deps: LimitsDeps): LimitsService => {
  const { database, reauthenticate, mails, lastingActs } = deps;
  const { query } = database;

  return {
    async find(playerId) {
      const row = await sql.findLimits.first(query, { playerId });
      return row && toLimits(row);
    },

    async change(playerId, { dailyStake, breakUntil, ...proof }, caller) {
      if (dailyStake === undefined && breakUntil === undefined) {
        return refuse('invalid_request', 'There is nothing to change.');
      }
      let isLongBreak = false;
      let isLimitSet = false;
      if (breakUntil !== undefined) {
        const before = await sql.findLimits.first(query, { playerId });
        if (!before) return refuse('not_signed_in');
        const until = new Date(breakUntil);
        const judged = judgeBreak(before, until);
        if (!judged.ok) return judged;
        isLongBreak = until.getTime() - before.now.getTime() > maxUnconfirmedBreakMs;
      }
      if (isLongBreak) {
        const proven = await reauthenticate(playerId, proof, caller);
        if (!proven.ok) return proven;
      }
      const changed = await database.transaction<Result<Limits>>(async (inTransaction) => {
        if (!(await lockOpenPlayer(inTransaction, playerId))) return refuse('not_signed_in');
        // Locked first, so that what is read stays true until the transaction ends.
        await lockWallets(inTransaction, [playerId]);
        const before = await sql.findLimits.first(inTransaction, { playerId });
        if (!before) return refuse('not_signed_in');
        if (breakUntil !== undefined) {
          const until = new Date(breakUntil);
          const judged = judgeBreak(before, until);
          if (!judged.ok) return judged;
          await sql.recordBreak.run(inTransaction, { playerId, until });
          await sql.setBreak.run(inTransaction, { playerId, until });
          if (isLongBreak) await recordSecurityNotice(inTransaction, playerId, 'breakTaken', caller);
        }
        if (dailyStake !== undefined) {
          const limit = dailyStake === null ? null : BigInt(dailyStake);
          if (isLooser(before.daily_stake_limit, limit)) {
            await sql.planLimit.run(inTransaction, { playerId, dailyStake: limit });
          } else {
            await sql.dropPlannedLimit.run(inTransaction, { playerId });
            await sql.setLimits.run(inTransaction, { playerIds: [playerId], limits: [limit] });
            isLimitSet = true;
          }
        }
        const after = await sql.findLimits.first(inTransaction, { playerId });
        return after ? accept(toLimits(after)) : refuse('not_signed_in');
      });
      if (changed.ok) {
        await lastingActs.add(
          [playerId],
          [
            ...(breakUntil === undefined ? [] : ['break' as const]),
            ...(isLimitSet ? ['limit' as const] : []),
          ],
        );
      }
      if (changed.ok && isLongBreak) mails.notify(playerId, 'breakTaken', caller);
      return changed;
    },

    engine: {
      name: 'limits',
      async step() {
        const applied = await sql.applyDueLimits.first(query);
        if (applied) await lastingActs.add(applied.players, ['limit']);
        return applyEveryMs;
      },
    },
  };
};

const judgeBreak = (before: RowOf<typeof sql.findLimits>, until: Date): Result => {
  const fromNowMs = until.getTime() - before.now.getTime();
  if (fromNowMs <= 0) return refuse('invalid_request', 'A break ends in the future.');
  if (fromNowMs > maxBreakMs) return refuse('invalid_request', 'A break lasts five years at most.');
  if (before.is_on_break && before.break_until && until < before.break_until) {
    return refuse('on_a_break', 'A break cannot be shortened.');
  }
  return accepted;
};

const isLooser = (before: bigint | null, after: bigint | null): boolean =>
  before !== null && (after === null || after > before);

const toLimits = (row: RowOf<typeof sql.findLimits>): Limits => ({
  dailyStake: row.daily_stake_limit === null ? null : toWireCoins(row.daily_stake_limit),
  breakUntil: row.is_on_break && row.break_until ? row.break_until.toISOString() : null,
  pending: row.effective_at && {
    dailyStake: row.pending_stake === null ? null : toWireCoins(row.pending_stake),
    effectiveAt: row.effective_at.toISOString(),
  },
});
