/** The lottery's draws in SQL: what the director writes and reads. */
import type { VoidReason } from '@fairground/game-kit/server';
import type { Database } from '@fairground/server/platform/database/database';
import type { RowOf } from '@fairground/sql';
import * as advanceSql from './sql/advance.sql.ts';
import * as sql from './sql/draws.sql.ts';

type Query = Database['query'];

/** What the director alone reads. */
/** With what tells whether the clock was set back since it opened. */
export type ReadDraw = RowOf<typeof sql.findPendingDraw>;

export type DrawRow = Omit<ReadDraw, 'opened_at' | 'closed_at' | 'now'>;
/** Public data of the draw that is open or about to be drawn. */
export type NextRow = Omit<DrawRow, 'sealed' | 'after_ticket' | 'beacon_chain_id' | 'beacon_at'>;
export type LeafRow = RowOf<typeof sql.readLeaves>;

export interface LatestRow {
  draw_key: string;
  winning: bigint;
  drawn_at: Date;
}

/** When a draw closes and is held, and what it waits for. */
export interface DrawTerms {
  day: string;
  drawsAt: Date;
  closesAt: Date;
  /** The beacon that the draw waits for; null for none. */
  beaconChainId: number | null;
}

export interface NewDraw extends DrawTerms {
  sealed: Buffer;
  commitment: Buffer;
}

export const readLastSlot = async (query: Query): Promise<Date | null> =>
  (await sql.readLastSlot.first(query))?.draws_at ?? null;

export const closeSales = async (query: Query, epoch: bigint, drawId: bigint): Promise<boolean> =>
  (await sql.closeSales.run(query, { epoch, drawId })).length > 0;

/** A chunk of the advance tickets of a draw that is closing. */
type AdvanceChunk = Parameters<typeof advanceSql.placeAdvances.first>[1];

/** Returns how many were found. */
export const placeAdvances = async (query: Query, chunk: AdvanceChunk): Promise<number> =>
  (await advanceSql.placeAdvances.first(query, chunk))?.wanted ?? 0;

/** Refunds those of earlier times, which had no draw. Returns how many were found, and the players. */
export const refundMissed = async (
  query: Query,
  chunk: AdvanceChunk,
): Promise<{ missed: number; players: bigint[] }> =>
  (await advanceSql.refundMissed.first(query, chunk)) ?? { missed: 0, players: [] };

export interface Sealed {
  drawId: bigint;
  root: Buffer;
  ticketCount: number;
  lastTicket: bigint;
  entropy: string;
  blocks: readonly { firstTicket: bigint; hash: Buffer }[];
}

export const publishRoot = async (
  query: Query,
  epoch: bigint,
  { blocks, ...sealed }: Sealed,
): Promise<boolean> => {
  const rows = await sql.publishRoot.run(query, {
    epoch,
    ...sealed,
    firstTickets: blocks.map((block) => block.firstTicket),
    hashes: blocks.map((block) => block.hash),
  });
  return rows.length > 0;
};

export const settleTickets = async (
  query: Query,
  chunk: Parameters<typeof sql.settleTickets.first>[1],
): Promise<{ settled: number; players: bigint[] }> =>
  (await sql.settleTickets.first(query, chunk)) ?? { settled: 0, players: [] };

export const finishDraw = async (query: Query, epoch: bigint, drawId: bigint): Promise<boolean> =>
  (await sql.finishDraw.run(query, { epoch, drawId })).length > 0;

const refundedPerStatement = 10_000;

/** Refunds the bids of all tickets of a draw, in several statements of the caller's transaction. */
export const refundAllTickets = async (
  query: Query,
  draw: { id: bigint; after_ticket: bigint },
): Promise<{ tickets: number; coins: bigint; players: bigint[] }> => {
  const players = new Set<bigint>();
  let tickets = 0;
  let coins = 0n;
  for (let after = draw.after_ticket; ;) {
    const chunk = { drawId: draw.id, after, maxTickets: refundedPerStatement };
    const refunded = await sql.refundTickets.first(query, chunk);
    if (!refunded || refunded.last === null) return { tickets, coins, players: [...players] };
    tickets += refunded.count;
    coins += refunded.coins;
    for (const player of refunded.players) players.add(player);
    after = refunded.last;
  }
};

/**
 * Voids a pending draw and reveals its seed; its tickets were refunded before. False for a leader that was replaced.
 */
export const voidDraw = async (
  query: Query,
  draw: { epoch: bigint; drawId: bigint; seed: Buffer; reason: VoidReason },
): Promise<boolean> => (await sql.voidDraw.run(query, draw)).length > 0;

/** Waits for tickets that are being sold, and lets no other in until the transaction ends. */
export const lockDrawToVoid = async (query: Query, drawKey: string): Promise<boolean> =>
  (await sql.lockDrawToVoid.first(query, { drawKey })) !== undefined;

/** The times from this one on for which tickets were bought ahead, in milliseconds since 1970. */
export const readAdvanceTimes = async (query: Query, from: Date): Promise<ReadonlySet<number>> =>
  new Set((await advanceSql.readAdvanceTimes.run(query, { from })).map((row) => row.draws_at.getTime()));

/**
 * Returns its new key. Undefined where it has tickets, or this process does not lead. In a transaction of the caller.
 */
export const moveEmptyDraw = async (
  query: Query,
  { draw_key: drawKey, id: drawId }: Pick<DrawRow, 'draw_key' | 'id'>,
  to: Omit<Parameters<typeof sql.moveEmptyDraw.first>[1], 'drawId'>,
): Promise<string | undefined> => {
  if (!(await lockDrawToVoid(query, drawKey))) return undefined;
  return (await sql.moveEmptyDraw.first(query, { drawId, ...to }))?.draw_key;
};

export const hasTickets = async (query: Query, { id, after_ticket }: DrawRow): Promise<boolean> =>
  (await sql.hasTickets.first(query, { drawId: id, afterTicket: after_ticket }))?.found === true;
