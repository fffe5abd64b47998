/**
 * Closing an account and taking one's data along. What names the person is erased at once; the ledger
 * keeps an opaque id, and bets still open settle into the system's account for closed ones.
 */
import { refuse } from '@fairground/contract/errors';
import type { Engine } from '../../director/director.ts';
import { emptyClosedWallets } from '../../ledger/closing.ts';
import { findUser } from '../../ledger/player-view.ts';
import type { AttemptLimiter, AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/database.ts';
import type { Entropy } from '../../platform/entropy.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { DetailedRefusal } from '../../platform/refusals.ts';
import * as queries from './queries.ts';

export interface ClosingService {
  close(playerId: bigint, password: string): Promise<{ ok: true } | DetailedRefusal>;
  /** All that is held on the player, or undefined where there is none. */
  exportData(playerId: bigint): Promise<Record<string, unknown> | undefined>;
  /** Moves what closed accounts won later. */
  engine: Engine;
}

export interface ClosingDeps {
  database: Database;
  entropy: Entropy;
  passwords: Passwords;
  limiter: AttemptLimiter;
  mailer: Pick<Mailer, 'forget'>;
  /** Told after commit of each session that ended, so that its sockets close on every process. */
  closeSession: (sessionId: bigint) => void;
  /** Gives up what the player has in play, within the transaction that closes his account. */
  giveUp: (query: Database['query'], playerId: bigint) => Promise<void>;
}

/** Shared with no other call: closing is rare, and guessing a password here ends nothing but the account. */
const closings: AttemptRule = { name: 'close-account', most: 10, windowMs: 15 * 60_000 };
const emptyEveryMs = 60_000;

export const createClosingService = (deps: ClosingDeps): ClosingService => {
  const { database, entropy, passwords, limiter } = deps;
  return {
    async close(playerId, password) {
      const tries: [AttemptRule, string][] = [[closings, String(playerId)]];
      const attempt = await limiter.take(tries);
      if (!attempt.ok) return { ...refuse('rate_limited'), retryAfterSeconds: attempt.retryAfterSeconds };
      const owner = await queries.findOwner(database.query, playerId);
      if (!owner || !(await passwords.verify(password, owner.password_hash)))
        return refuse('wrong_credentials');
      await limiter.giveBack(tries);

      const alias = `closed_${entropy.randomBytes(6).toString('hex')}`;
      const ended = await database.transaction(async (query) => {
        const passwordHash = owner.password_hash;
        if (!(await queries.anonymise(query, { playerId, passwordHash, alias }))) return undefined;
        await deps.giveUp(query, playerId);
        await emptyClosedWallets(query, playerId);
        return queries.eraseTraces(query, playerId, owner.email);
      });
      if (!ended) return refuse('wrong_credentials');
      for (const sessionId of ended) deps.closeSession(sessionId);
      await deps.mailer.forget(owner.email);
      return { ok: true };
    },

    async exportData(playerId) {
      const user = await findUser(database.query, playerId);
      return user && { user, ...(await queries.readEverything(database.query, playerId)) };
    },

    engine: {
      name: 'closed-accounts',
      async step() {
        await emptyClosedWallets(database.query);
        return emptyEveryMs;
      },
    },
  };
};
