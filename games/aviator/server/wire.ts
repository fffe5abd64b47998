/** Rows of the database as the wire shows them. */
import type { RowOf } from '@fairground/sql';
import type { AviatorBet } from '../contract.ts';
import type { BetSlot } from '../rules.ts';
import { toWireCoins } from '@fairground/server/ledger/player-view';
import type { readUserHistory } from './sql/bets.sql.ts';

type BetRow = RowOf<typeof readUserHistory>;

const toMultiplier = (hundredths: number | null): number | null =>
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
