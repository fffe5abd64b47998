/** Rows of the database as the wire shows them. */
import type { RowOf } from '@fairground/sql';
import { leafText } from '@fairground/fairness/sealed';
import type { SealedBet } from '@fairground/game-kit/server';
import type { AviatorBet } from '../contract.ts';
import type { BetSlot } from '../rules.ts';
import { toWireCoins } from '@fairground/server/ledger/player-view';
import type { RoundSeal } from './bus-events.ts';
import type { readSealedBets, readUserHistory } from './sql/bets.sql.ts';
import type { findPublicRound } from './sql/rounds.sql.ts';

type BetRow = RowOf<typeof readUserHistory>;

export const toMultiplier = (hundredths: number | null): number | null =>
  hundredths === null ? null : hundredths / 100;

export const toWireBet = (row: BetRow): AviatorBet => ({
  id: String(row.id),
  roundId: String(row.round_id),
  // The table has no other.
  slot: row.slot as BetSlot,
  amount: toWireCoins(row.amount),
  amountWon: toWireCoins(row.amount_won),
  outcome: row.outcome,
  crashMultiplier: toMultiplier(row.crash_hundredths),
  cashOutMultiplier: toMultiplier(row.cash_out_hundredths),
  autoCashOut: toMultiplier(row.auto_hundredths),
  createdAt: row.created_at.toISOString(),
});

export const toSealedBet = (roundId: bigint, row: SealedRow): SealedBet => ({
  id: row.id,
  clientSeed: row.client_seed,
  leaf: betLeaf(roundId, { ...row, amount: toWireCoins(row.amount) }),
});

type SealedRow = Omit<RowOf<typeof readSealedBets>, 'bets_root' | 'bet_count'>;
type LeafRow = Omit<SealedRow, 'amount'> & { amount: number };

/** What is hashed of a bet, and what its receipt says. */
export const betLeaf = (roundId: bigint, row: LeafRow): string =>
  leafText({
    amount: row.amount,
    autoCashOut: toMultiplier(row.auto_hundredths),
    clientSeed: row.client_seed,
    id: String(row.id),
    roundId: String(roundId),
    slot: row.slot,
  });

export const toSeal = (row: { bets_root: Buffer | null; bet_count: number | null }): RoundSeal | null =>
  row.bets_root === null ? null : { betsRoot: row.bets_root.toString('hex'), betCount: row.bet_count ?? 0 };

/** A round that is open for bets, or whose bets are sealed. */
export const toOpening = (row: Omit<RowOf<typeof findPublicRound>, 'state' | 'now'>) => ({
  roundId: String(row.id),
  closesAtMs: row.closes_at.getTime(),
  startsAtMs: row.starts_at.getTime(),
  commitment: row.commitment.toString('hex'),
  beaconRound: row.beacon_round,
  seal: toSeal(row),
});
