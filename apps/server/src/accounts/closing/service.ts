/**
 * Closing an account and exporting one's data. What names the person is erased at once; the ledger
 * retains an opaque id, and bets still open settle into the system's account for closed ones.
 */
import { refuse } from '@fairground/contract/errors';
import type { Engine } from '../../director/director.ts';
import { emptyClosedWallets } from '../../ledger/closing.ts';
import { findUser } from '../../ledger/player-view.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Entropy } from '../../platform/entropy.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { DetailedRefusal } from '../../http/refusals.ts';
import type { ClosedList } from './closed-list.ts';
import { passwordLimits } from '../auth/service.ts';
import { beginExport, endExport, writeExport, type GameExport } from './export-queries.ts';
import * as queries from './queries.ts';

export interface Export {
  /** Pieces of one JSON text, each read from the database when it is asked for. */
  pieces: AsyncIterable<string>;
  /** To be called once, whether or not all pieces were taken. */
  end(): Promise<void>;
}

export interface ClosingService {
  /** `address` is the one that the request came from. */
  close(playerId: bigint, password: string, address: string): Promise<{ ok: true } | DetailedRefusal>;
  /** All that is held on the player; one at a time per player. `address` is the one that the request came from. */
  exportData(playerId: bigint, address: string): Promise<({ ok: true } & Export) | DetailedRefusal>;
  /** Moves what closed accounts won later. */
  engine: Engine;
}

export interface ClosingDeps {
  database: Database;
  entropy: Entropy;
  passwords: Passwords;
  limiter: AttemptLimiter;
  mailer: Pick<Mailer, 'forget'>;
  /** Outside the database: a closing is acknowledged once it stands there too. */
  closedList: Pick<ClosedList, 'add'>;
  /** What each game stores of its players. */
  games: readonly GameExport[];
  /** Called after commit for each session that ended, so that its sockets close on every process. */
  closeSession: (sessionId: bigint) => void;
  /** Ends what the player has in play, within the transaction that closes their account. */
  giveUp: (query: Database['query'], playerId: bigint) => Promise<void>;
}

const emptyEveryMs = 60_000;

/** The name of a closed account. */
export const createAlias = (entropy: Entropy): string => `closed_${entropy.randomBytes(6).toString('hex')}`;
const hour = 60 * 60_000;
const exportLimits = {
  account: { name: 'export-account', most: 5, windowMs: hour },
  address: { name: 'export-address', most: 20, windowMs: hour },
} as const satisfies Record<string, AttemptRule>;

export const createClosingService = (deps: ClosingDeps): ClosingService => {
  const { database, entropy, passwords, limiter } = deps;
  return {
    async close(playerId, password, address) {
      const caller = addressSubject(address);
      const guesses: [AttemptRule, string][] = [[passwordLimits.closeAccount, String(playerId)]];
      const attempt = await limiter.take([...guesses, [passwordLimits.hashAddress, caller]]);
      if (!attempt.ok) return { ...refuse('rate_limited'), retryAfterSeconds: attempt.retryAfterSeconds };
      const passwordHash = await queries.findPasswordHash(database.query, playerId);
      if (passwordHash === undefined || !(await passwords.verify(password, passwordHash, caller)))
        return refuse('wrong_credentials');
      await limiter.giveBack(guesses);

      const alias = createAlias(entropy);
      const closed = await database.transaction(async (query) => {
        const owner = await queries.lockOwner(query, playerId, passwordHash);
        if (!owner) return undefined;
        await queries.anonymise(query, playerId, alias);
        await deps.giveUp(query, playerId);
        await emptyClosedWallets(query, playerId);
        // An address that nobody confirmed may be a stranger's, and so may all that came under it.
        const confirmedEmail = owner.is_confirmed ? owner.email : null;
        if (confirmedEmail !== null) await queries.eraseMessages(query, confirmedEmail);
        return { confirmedEmail, sessionIds: await queries.eraseTraces(query, playerId) };
      });
      if (!closed) return refuse('wrong_credentials');
      for (const sessionId of closed.sessionIds) deps.closeSession(sessionId);
      await deps.closedList.add(playerId);
      if (closed.confirmedEmail !== null) await deps.mailer.forget(closed.confirmedEmail);
      return { ok: true };
    },

    async exportData(playerId, address) {
      const attempt = await limiter.take([
        [exportLimits.account, String(playerId)],
        [exportLimits.address, addressSubject(address)],
      ]);
      if (!attempt.ok) return { ...refuse('rate_limited'), retryAfterSeconds: attempt.retryAfterSeconds };
      const user = await findUser(database.query, playerId);
      if (!user) return refuse('not_signed_in');
      const runId = entropy.randomBytes(16);
      if (!(await beginExport(database.query, playerId, runId))) {
        return { ...refuse('rate_limited', 'An export is running already.'), retryAfterSeconds: 60 };
      }
      return {
        ok: true,
        pieces: writeExport(database.query, { playerId, user, games: deps.games }),
        end: () => endExport(database.query, playerId, runId),
      };
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
