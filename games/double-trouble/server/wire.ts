/** Rows and events as the wire shows them. */
import type { RowOf } from '@fairground/sql';
import { leafText } from '@fairground/fairness/sealed';
import type { SealedBet } from '@fairground/game-kit/server/calls';
import type { DoubleTroubleBet, DoubleTroubleDraw, DoubleTroubleStatus } from '../contract.ts';
import { toWireCoins } from '@fairground/server/ledger/player-view';
import type { DoubleTroubleEvent, DrawnNumber, NextDraw } from './bus-events.ts';
import type { DrawnRow, NextRow } from './read-status.ts';
import type { readSealedBets, readUserHistory } from './sql/bets.sql.ts';

type BetRow = RowOf<typeof readUserHistory>;

export const toWireBet = (row: BetRow): DoubleTroubleBet => ({
  id: String(row.id),
  drawId: String(row.draw_id),
  drawType: row.draw_type,
  number: row.number,
  amount: toWireCoins(row.amount),
  multiplier: row.payout_hundredths / 100,
  status: row.outcome,
  amountWon: toWireCoins(row.amount_won),
  createdAt: row.created_at.toISOString(),
});

export const toNextDraw = (row: NextRow): NextDraw => ({
  drawId: String(row.id),
  drawsAtMs: row.draws_at.getTime(),
  closesAtMs: row.closes_at.getTime(),
  commitment: row.commitment.toString('hex'),
  beaconRound: row.beacon_round,
  seal:
    row.bets_root === null || row.bet_count === null
      ? null
      : { betsRoot: row.bets_root.toString('hex'), betCount: row.bet_count },
});

export const toEvent = (next: NextRow, drawn: DrawnRow | undefined): DoubleTroubleEvent => ({
  step: Number(next.step),
  next: toNextDraw(next),
  drawn: drawn === undefined ? null : toDrawnNumber(drawn),
});

/** The bet as a leaf of its draw's tree. */
export const toSealedBet = (drawId: bigint, row: SealedRow): SealedBet => ({
  id: row.id,
  clientSeed: row.client_seed,
  leaf: betLeaf(drawId, { ...row, amount: toWireCoins(row.amount) }),
});

type SealedRow = Omit<RowOf<typeof readSealedBets>, 'bets_root' | 'bet_count'>;
type LeafRow = Omit<SealedRow, 'amount'> & { amount: number };

/** What is hashed of a bet, and what its receipt says. */
export const betLeaf = (drawId: bigint, row: LeafRow): string =>
  leafText({
    amount: row.amount,
    clientSeed: row.client_seed,
    drawId: String(drawId),
    drawType: row.draw_type,
    id: String(row.id),
    number: row.number,
  });

export const toDrawnNumber = (row: DrawnRow): DrawnNumber => ({
  drawId: String(row.id),
  winningNumber: row.winning_number,
  drawnAtMs: row.drawn_at.getTime(),
});

/** `drawn` is newest first. */
export const toWireStatus = (next: NextDraw, drawn: readonly DrawnNumber[]): DoubleTroubleStatus => {
  const history = drawn.map(toWireDrawn);
  return {
    current: history[0] ?? null,
    next: {
      drawId: next.drawId,
      drawsAt: new Date(next.drawsAtMs).toISOString(),
      closesAt: new Date(next.closesAtMs).toISOString(),
      commitment: next.commitment,
      beaconRound: next.beaconRound,
    },
    history,
  };
};

const toWireDrawn = ({ drawId, winningNumber, drawnAtMs }: DrawnNumber): DoubleTroubleDraw => ({
  drawId,
  winningNumbers: [winningNumber],
  drawnAt: new Date(drawnAtMs).toISOString(),
});
