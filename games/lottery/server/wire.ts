/** Rows of the database as the wire shows them. */
import type { RowOf } from '@fairground/sql';
import type { LotteryDraw, NextDraw, Ticket } from '../contract.ts';
import type { LotteryEvent } from './bus-events.ts';
import { settleTicket } from '../rules.ts';
import type { LatestRow, NextRow } from './draw-queries.ts';
import { decodePick } from './pick.ts';
import type { readTickets } from './sql/tickets.sql.ts';

type TicketRow = RowOf<typeof readTickets>;

/** `closesAt` is when sales for the draw of a ticket that was bought ahead close. */
export const toWireTicket = (row: Omit<TicketRow, 'is_ahead'>, closesAt?: Date): Ticket => {
  const numbers = decodePick(row.pick);
  const winningNumbers = row.winning === null ? null : decodePick(row.winning);
  const settled = winningNumbers && settleTicket({ numbers, bidCoins: row.bid }, winningNumbers);
  return {
    id: String(row.id),
    createdAt: row.created_at.toISOString(),
    numbers,
    matchedNumbers: settled?.matchedNumbers ?? [],
    bid: row.bid,
    // A refunded ticket is shown as one that won its bid back, with a separate status.
    result: row.voided_at ? 'loss' : (settled?.result ?? 'pending'),
    coinsWon: row.voided_at ? row.bid : (settled?.payoutCoins ?? 0),
    ...(row.voided_at ? { refunded: true } : {}),
    drawId: row.draw_key ?? row.draws_at.toISOString(),
    drawsAt: row.draws_at.toISOString(),
    ...(closesAt ? { closesAt: closesAt.toISOString() } : {}),
    drawResult: winningNumbers && { winningNumbers },
  };
};

export const toWireNext = (
  row: Pick<NextRow, 'draw_key' | 'draws_at' | 'closes_at' | 'commitment' | 'beacon_round'>,
): NextDraw => ({
  drawId: row.draw_key,
  drawsAt: row.draws_at.toISOString(),
  closesAt: row.closes_at.toISOString(),
  commitment: row.commitment.toString('hex'),
  beaconRound: row.beacon_round,
});

export const toWireDraw = (row: LatestRow): Omit<LotteryDraw, 'ticketCount'> => ({
  drawId: row.draw_key,
  winningNumbers: decodePick(row.winning),
  drawnAt: row.drawn_at.toISOString(),
});

export const toEvent = (latest: LatestRow | undefined, next: NextRow): LotteryEvent => ({
  step: Number(next.step),
  ...(latest ? toWireDraw(latest) : { drawId: null, winningNumbers: null, drawnAt: null }),
  next: toWireNext(next),
  seal:
    next.root === null || next.ticket_count === null
      ? null
      : {
          drawId: next.draw_key,
          betsRoot: next.root.toString('hex'),
          betCount: next.ticket_count,
          beaconRound: next.beacon_round,
        },
});
