/** Rows of the database as the wire shows them. */
import type { RowOf } from '@fairground/sql';
import { leafText } from '@fairground/fairness/sealed';
import type { SealedBet } from '@fairground/game-kit/server/calls';
import type { AviatorBet } from '../contract.ts';
import type { BetSlot } from '../rules.ts';
import { toWireCoins } from '@fairground/server/ledger/player-view';
import type { AviatorEvent, RoundSeal } from './bus-events.ts';
import type { readSealedBets, readUserHistory } from './sql/bets.sql.ts';
import type { readPublicState } from './sql/rounds.sql.ts';

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
  parachute: row.parachute,
  endedBy: toEndedBy(row),
  createdAt: row.created_at.toISOString(),
});

/** By hand the curve pays less than the automatic cash-out: at that multiplier it had come due before the press. */
export const toEndedBy = (
  row: Pick<BetRow, 'outcome' | 'cash_out_hundredths' | 'auto_hundredths' | 'silent_since_ms'>,
): AviatorBet['endedBy'] => {
  switch (row.outcome) {
    case 'pending':
      return null;
    case 'void':
      return 'void';
    case 'loss':
      return 'crash';
    case 'win':
      if (row.silent_since_ms !== null) return 'parachute';
      return row.cash_out_hundredths === row.auto_hundredths ? 'auto' : 'press';
  }
};

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

/** Public data of a round. */
export type PublicRound = Omit<RowOf<typeof readPublicState>, 'crash_hundredths' | 'seed'>;
export interface LastRound extends PublicRound {
  crash_hundredths: number;
  seed: Buffer;
}

/** A round that is open for bets, sealed or in flight, as the event that announces it. */
export const toEvent = (row: PublicRound): Extract<AviatorEvent, { kind: 'open' | 'start' }> => {
  const { state, starts_at: startsAt, closes_at: closesAt, commitment, beacon_round: beaconRound } = row;
  const round = { step: Number(row.step), roundId: String(row.id), beaconRound, seal: toSeal(row) };
  if (state === 'flying') return { kind: 'start', ...round, startedAtMs: startsAt.getTime() };
  return {
    kind: 'open',
    ...round,
    startsAtMs: startsAt.getTime(),
    closesAtMs: closesAt.getTime(),
    commitment: commitment.toString('hex'),
  };
};

export const toCrash = (row: LastRound): Extract<AviatorEvent, { kind: 'crash' }> => ({
  kind: 'crash',
  step: Number(row.step),
  roundId: String(row.id),
  startedAtMs: row.starts_at.getTime(),
  crashHundredths: row.crash_hundredths,
  seed: row.seed.toString('hex'),
});
