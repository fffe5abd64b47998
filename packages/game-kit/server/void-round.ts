/** How operators void one round or draw of a game: every stake that it has not settled is refunded. */
import type { Database } from '@fairground/server/platform/database/database';

/** Why a round or draw is void, as docs/fairness.md explains it. */
export type VoidReason = 'clock' | 'late_seal' | 'no_beacon' | 'no_seed' | 'operator' | 'restore' | 'stopped';

/** Whether a text can be the number of a row. */
export const isRowId = (id: string): boolean => /^[1-9]\d{0,17}$/.test(id);

export interface VoidedRound {
  /** In which state it was. */
  state: string;
  /** Bets or tickets whose stakes were refunded, and the sum of these stakes. */
  bets: number;
  coins: bigint;
  /** Notifies every process, and the players whose stakes were refunded; called after the commit. */
  publish(): void;
}

/**
 * Runs in a transaction of the caller, which commits all of it or nothing; `id` is the one of `newestRounds`.
 * Undefined where there is no such round, where its result is decided, and where it is void.
 */
export type VoidRound = (query: Database['query'], id: string) => Promise<VoidedRound | undefined>;
