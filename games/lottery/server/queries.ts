/** The lottery's SQL for players: selling tickets, lists, proofs. The director's is in draw-queries.ts. */
import type { Database } from '@fairground/server/platform/database/database';
import type { LatestRow, NextRow } from './draw-queries.ts';
import * as sql from './sql/tickets.sql.ts';

type Query = Database['query'];

export type TicketRow = sql.ReadTicketsRow;
export type SaleRow = sql.SellTicketsRow;
export type SoldRow = sql.SellTicketsAccepted;
export type ProofRow = sql.FindProofRow;
export type TicketPlace = sql.FindTicketPlaceRow;

export interface TicketInput {
  playerId: bigint;
  pick: bigint;
  bidCoins: number;
  /** Only for this draw, when given. */
  drawKey: string | null;
}

export const sellTickets = (query: Query, inputs: readonly TicketInput[]): Promise<SaleRow[]> =>
  sql.sellTickets.run(query, {
    playerIds: inputs.map((input) => input.playerId),
    picks: inputs.map((input) => input.pick),
    stakes: inputs.map((input) => input.bidCoins),
    wantedDraws: inputs.map((input) => input.drawKey),
  });

export const readStatus = async (
  query: Query,
): Promise<{ next: NextRow | undefined; latest: LatestRow | undefined }> => {
  const rows = await sql.readStatus.run(query);
  return {
    next: rows.find((row) => row.winning === null),
    latest: rows.find((row): row is typeof row & LatestRow => row.winning !== null),
  };
};

interface Page {
  offset: number;
  limit: number;
}

export const readPastDraws = (query: Query, { offset, limit }: Page): Promise<sql.ReadPastDrawsRow[]> =>
  sql.readPastDraws.run(query, { firstRow: offset, maxRows: limit });

export const readTickets = (
  query: Query,
  { playerId, offset, limit }: Page & { playerId: bigint },
): Promise<TicketRow[]> => sql.readTickets.run(query, { playerId, firstRow: offset, maxRows: limit });

export const findProof = (query: Query, drawKey: string): Promise<ProofRow | undefined> =>
  sql.findProof.first(query, { drawKey });

export const findTicketPlace = (
  query: Query,
  drawKey: string,
  ticketId: bigint,
): Promise<TicketPlace | undefined> => sql.findTicketPlace.first(query, { drawKey, ticketId });

export const readBlocks = async (query: Query, drawId: bigint): Promise<Buffer[]> =>
  (await sql.readBlocks.run(query, { drawId })).map((row) => row.hash);
