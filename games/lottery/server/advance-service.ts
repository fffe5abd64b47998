/** Tickets for several draws ahead: bought at once, and taken back singly until sales for their draws close. */
import { accept, refuse } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import { createStakePlacement } from '@fairground/game-kit/server/calls';
import { createCoinCall, type CoinCallDeps } from '@fairground/server/ledger/coin-call';
import { keysOf, type CoinOperation } from '@fairground/server/ledger/commit-together';
import { toUser } from '@fairground/server/ledger/player-view';
import type { AcceptedOf, RowOf } from '@fairground/sql';
import type { AdvanceCancelAnswer, AdvanceCreateAnswer, AdvanceTicket } from '../contract.ts';
import { lotteryRules } from '../rules.ts';
import * as sql from './sql/advance.sql.ts';
import { closingOf, slotsFrom, type Calendar } from './calendar.ts';
import { decodePick, encodePick } from './pick.ts';
import { readStatus } from './read-status.ts';

export interface BuyAdvance extends CoinOperation {
  /** Six different numbers from 1 to 49. */
  numbers: readonly number[];
  bidCoins: number;
  /** 2 to 7. */
  draws: number;
  drawId: string | null;
  clientSeed?: string;
}

export interface CancelAdvance extends CoinOperation {
  advanceId: bigint;
}

export interface AdvanceServiceDeps extends CoinCallDeps {
  calendar: Calendar;
  /** Counts the outcome of each purchase: `ok`, or the code of the refusal. */
  recordBet: (result: string) => void;
}

const ticketsPerPage = 100;

const closedText = 'Sales for this draw are closed.';

export const createAdvanceService = (deps: AdvanceServiceDeps) => {
  const { database, calendar } = deps;

  const toWire = (row: RowOf<typeof sql.readAdvances>): AdvanceTicket => ({
    id: String(row.id),
    numbers: decodePick(row.pick),
    bid: row.bid,
    drawsAt: row.draws_at.toISOString(),
    closesAt: closingOf(calendar, row.draws_at).toISOString(),
  });

  const toAnswer = (
    row: AcceptedOf<typeof sql.sellAdvance>,
    { numbers, bidCoins }: BuyAdvance,
  ): { body: AdvanceCreateAnswer; user: User } => {
    const user = toUser(row);
    const tickets = row.advance_ids.map((id, at) =>
      toWire({ id, pick: encodePick(numbers), bid: bidCoins, draws_at: row.draw_times[at] as Date }),
    );
    return { body: { user, tickets }, user };
  };

  return {
    buy: createStakePlacement<BuyAdvance, RowOf<typeof sql.sellAdvance>>(deps, {
      operation: 'lottery/advance',
      readsFirst: true,
      async place(query, batch) {
        const { next } = await readStatus(query);
        const slots = next ? slotsFrom(calendar, next.draws_at.getTime(), lotteryRules.maxAdvanceDraws) : [];
        return sql.sellAdvance.run(
          query,
          batch.map(({ numbers, drawId, clientSeed = '', ...bet }) => ({
            ...bet,
            pick: encodePick(numbers),
            total: bet.bidCoins * bet.draws,
            drawKey: drawId,
            clientSeed,
          })),
          { slots: slots.map((ms) => new Date(ms)) },
        );
      },
      findPlaced: (query, calls) => sql.findSold.run(query, calls),
      placed: toAnswer,
      recordBet: deps.recordBet,
    }),
    cancel: createCoinCall<CancelAdvance>(deps, {
      operation: 'lottery/advance/cancel',
      strategy: 'one statement',
      async perform(query, batch) {
        const rows = await sql.cancelAdvances.run(query, batch);
        const byPlayer = new Map(rows.map((row) => [row.input_player, row]));
        return batch.map(({ playerId, advanceId }) => {
          const row = byPlayer.get(playerId);
          if (!row) throw new Error('a cancellation of the batch has no row');
          if (row.refusal === 'betting_closed') return refuse(row.refusal, closedText);
          if (row.refusal !== null) return refuse(row.refusal);
          const user = toUser(row);
          return accept({ status: 200, body: cancelled(user, advanceId), event: user });
        });
      },
      async findMade(query, batch) {
        const rows = await sql.findCancelled.run(query, keysOf(batch));
        return rows.map((row) => ({
          playerId: row.input_player,
          callBody: row.call_body,
          answer: ({ advanceId }) => ({ status: 200, body: cancelled(toUser(row), advanceId) }),
        }));
      },
    }),
    /** Soonest first; `afterId` is the last one of the page before, or 0. */
    async list(playerId: bigint, afterId: bigint): Promise<AdvanceTicket[]> {
      const rows = await sql.readAdvances.run(database.query, {
        playerId,
        afterId,
        maxRows: ticketsPerPage,
      });
      return rows.map(toWire);
    },
  };
};

const cancelled = (user: User, advanceId: bigint): AdvanceCancelAnswer => ({ user, id: String(advanceId) });

export type AdvanceService = ReturnType<typeof createAdvanceService>;
