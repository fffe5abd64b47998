/** Advance tickets in SQL, for players. What the director does with them is in draw-queries.ts. */
import type { Database } from '@fairground/server/platform/database/database';
import * as sql from './sql/advance.sql.ts';

type Query = Database['query'];

export type AdvanceRow = sql.ReadAdvancesRow;
export type AdvanceSaleRow = sql.SellAdvanceRow;
export type AdvanceSoldRow = sql.SellAdvanceAccepted;
export type CancelRow = sql.CancelAdvancesRow;

export interface AdvanceInput {
  playerId: bigint;
  pick: bigint;
  bidCoins: number;
  draws: number;
  /** Only where this draw is open, when given. */
  drawKey: string | null;
}

/** `slots` are the times of the next draws. */
export const sellAdvance = (
  query: Query,
  inputs: readonly AdvanceInput[],
  slots: readonly Date[],
): Promise<AdvanceSaleRow[]> =>
  sql.sellAdvance.run(query, {
    slots,
    playerIds: inputs.map((input) => input.playerId),
    picks: inputs.map((input) => input.pick),
    bids: inputs.map((input) => input.bidCoins),
    drawCounts: inputs.map((input) => input.draws),
    totals: inputs.map((input) => input.bidCoins * input.draws),
    wantedDraws: inputs.map((input) => input.drawKey),
  });

export const cancelAdvances = (
  query: Query,
  inputs: readonly { playerId: bigint; advanceId: bigint }[],
): Promise<CancelRow[]> =>
  sql.cancelAdvances.run(query, {
    playerIds: inputs.map((input) => input.playerId),
    advanceIds: inputs.map((input) => input.advanceId),
  });

/** Soonest first, after a ticket of the player, or from the first. */
export const readAdvances = (
  query: Query,
  page: { playerId: bigint; afterId: bigint; maxRows: number },
): Promise<AdvanceRow[]> => sql.readAdvances.run(query, page);

/** Takes back all of a player whose account is being closed, in the transaction that closes it. */
export const cancelAllAdvances = async (query: Query, playerId: bigint): Promise<void> => {
  await sql.cancelAllAdvances.run(query, { playerId });
};
