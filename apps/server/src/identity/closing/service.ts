/**
 * Closing an account and exporting one's data. What names the person is erased immediately; the ledger
 * retains an opaque id, and bets still open settle into the system's account for closed ones.
 */
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type { Engine } from '../../director/director.ts';
import type { CausingGame } from '../../ledger/causes.ts';
import { emptyClosedWallets } from '../../ledger/closing.ts';
import { lockWallets } from '../../ledger/locks.ts';
import { findUser } from '../../ledger/player-view.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { AddressHash } from '../../platform/secrets/address-hash.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Entropy } from '../../platform/entropy.ts';
import { accountOf, type Mailer } from '../../platform/mail/mailer.ts';
import type { LastingActs } from '../lasting-acts/service.ts';
import {
  noPasswordText,
  passwordLimits,
  recordSecurityNotice,
  type AccountMails,
  type Caller,
  type Proof,
  type Reauthenticate,
} from '../sign-in/service.ts';
import { eraseAccount } from './erase.ts';
import { exportLists, writeExport } from './export.ts';
import { findChoices, lockOwner } from './sql/closing.sql.ts';
import { beginExport, endExport } from './sql/exports.sql.ts';

export interface Export {
  /** Pieces of one JSON text, each read from the database on demand. */
  pieces: AsyncIterable<string>;
  /** To be called once, whether or not all pieces were taken. */
  end(): Promise<void>;
}

export interface ClosingDeps {
  database: Database;
  entropy: Entropy;
  reauthenticate: Reauthenticate;
  mails: Pick<AccountMails, 'notifyClosed'>;
  limiter: AttemptLimiter;
  hashAddress: AddressHash;
  mailer: Pick<Mailer, 'forget'>;
  /** Outside the database: a closing is acknowledged once it is recorded there too. */
  lastingActs: Pick<LastingActs, 'add'>;
  /** What each game stores of its players. */
  games: readonly CausingGame[];
  /** Called after commit for each session that ended, so that its sockets close on every process. */
  closeSession: (sessionId: bigint) => void;
  /** Ends what the player has in play, within the transaction that closes their account. */
  abandonOpen: (query: Database['query'], playerId: bigint) => Promise<void>;
}

const emptyEveryMs = 60_000;
/** An export that never ended, such as that of a killed process, delays the next one for this long. */
const exportLifeSeconds = 600;

/** The name of a closed account. */
export const createAlias = (entropy: Entropy): string => `closed_${entropy.randomBytes(6).toString('hex')}`;
const hour = 60 * 60_000;
const exportLimits = {
  account: { name: 'export-account', max: 5, windowMs: hour },
  address: { name: 'export-address', max: 20, windowMs: hour },
} as const satisfies Record<string, AttemptRule>;

export const createClosingService = (deps: ClosingDeps) => {
  const { database, entropy, limiter } = deps;
  const lists = exportLists(deps.games);
  return {
    async close(playerId: bigint, proof: Proof, caller: Caller): Promise<Result> {
      const proven = await deps.reauthenticate(playerId, proof, caller, passwordLimits.closeAccount);
      if (!proven.ok) return proven;
      const passwordHash = proven.value;
      if (passwordHash === null) return refuse('reauthentication_required', noPasswordText);

      const alias = createAlias(entropy);
      const closed = await database.transaction(async (query) => {
        const owner = await lockOwner.first(query, { playerId, passwordHash });
        if (!owner) return undefined;
        await lockWallets(query, [playerId]);
        const confirmedEmail = owner.is_confirmed ? owner.email : null;
        const sessionIds = await eraseAccount(query, {
          playerId,
          alias,
          confirmedEmail,
          hashAddress: deps.hashAddress,
          abandonOpen: (inTransaction) => deps.abandonOpen(inTransaction, playerId),
        });
        return { confirmedEmail, username: owner.username, sessionIds };
      });
      if (!closed) return refuse('wrong_credentials');
      for (const sessionId of closed.sessionIds) deps.closeSession(sessionId);
      await deps.lastingActs.add([playerId], ['closed']);
      const { confirmedEmail, username } = closed;
      await deps.mailer.forget(accountOf(playerId));
      if (confirmedEmail !== null) {
        await deps.mailer.forget(confirmedEmail);
        deps.mails.notifyClosed({ id: playerId, username, email: confirmedEmail }, caller);
      }
      return accepted;
    },

    /** All data stored about the player; one at a time per player. */
    async exportData(playerId: bigint, caller: Caller): Promise<Result<Export>> {
      const attempt = await limiter.take([
        [exportLimits.account, String(playerId)],
        [exportLimits.address, addressSubject(caller.address)],
      ]);
      if (!attempt.ok) return attempt;
      const [user, choices] = await Promise.all([
        findUser(database.query, playerId),
        findChoices.first(database.query, { playerId }),
      ]);
      if (!user || !choices) return refuse('not_signed_in');
      const runId = entropy.randomBytes(16);
      const begun = await database.transaction(async (query) => {
        const row = await beginExport.first(query, { playerId, runId, maxSeconds: exportLifeSeconds });
        if (row) await recordSecurityNotice(query, playerId, 'exported', caller);
        return row;
      });
      if (!begun) {
        return refuse('rate_limited', { detail: 'An export is running already.', retryAfterSeconds: 60 });
      }
      return accept({
        pieces: writeExport(database.query, {
          playerId,
          user: { ...user, hidesName: choices.hides_name, pinnedRound: choices.pinned_round },
          lists,
        }),
        async end() {
          await endExport.run(database.query, { playerId, runId });
        },
      });
    },

    /** Moves what closed accounts won later. */
    engine: {
      name: 'closed-accounts',
      async step() {
        await emptyClosedWallets(database.query);
        return emptyEveryMs;
      },
    } satisfies Engine,
  };
};

export type ClosingService = ReturnType<typeof createClosingService>;
