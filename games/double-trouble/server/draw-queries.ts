/** Double Trouble's draws in SQL: what the director writes and reads. */
import { type ChainLink, type VoidReason } from '@fairground/game-kit/server';
import { sealBets } from '@fairground/game-kit/server/calls';
import type { Database } from '@fairground/server/platform/database/database';
import type { RowOf } from '@fairground/sql';
import * as sql from './sql/draws.sql.ts';
import { toSealedBet } from './wire.ts';

type Query = Database['query'];

export type OpenDraw = RowOf<typeof sql.openDraw>;

/** What the grid and the rules are now. */
export interface Terms {
  intervalMs: number;
  closeMs: number;
  max: number;
  /** The beacon that draws wait for; null for none. */
  beaconChainId: number | null;
}

export const drawAndOpen = async (
  query: Query,
  epoch: bigint,
  result: { drawId: bigint; seed: Buffer; winningNumber: number },
  { next, terms }: { next: ChainLink; terms: Terms },
): Promise<RowOf<typeof sql.drawAndOpen> | undefined> =>
  sql.drawAndOpen.first(query, { epoch, ...next, ...terms, ...result });

/** Undefined where it is too early. In a transaction of the caller. */
export const sealDraw = async (
  query: Query,
  epoch: bigint,
  drawId: bigint,
): Promise<RowOf<typeof sql.sealDraw> | undefined> => {
  await sql.lockOpenDraw.run(query, { epoch, drawId });
  const bets = await sql.readBetsToSeal.run(query, { drawId });
  return sql.sealDraw.first(query, {
    epoch,
    drawId,
    ...sealBets(bets.map((row) => toSealedBet(drawId, row))),
  });
};

/** In a transaction of the caller. */
export const moveEmptyDraw = async (
  query: Query,
  epoch: bigint,
  drawId: bigint,
  terms: Terms,
): Promise<{ id: bigint } | undefined> => {
  await sql.lockOpenDraw.run(query, { epoch, drawId });
  return sql.moveEmptyDraw.first(query, { epoch, drawId, ...terms });
};

export const hasBets = async (query: Query, drawId: bigint): Promise<boolean> =>
  (await sql.hasBets.first(query, { drawId }))?.found === true;

export const settleChunk = async (
  query: Query,
  chunk: { epoch: bigint; drawId: bigint; maxBets: number },
): Promise<{ settled: number; players: bigint[]; losers: bigint[] }> =>
  (await sql.settleChunk.first(query, chunk)) ?? { settled: 0, players: [], losers: [] };

export const finishDraw = async (query: Query, epoch: bigint, drawId: bigint): Promise<boolean> =>
  (await sql.finishDraw.run(query, { epoch, drawId })).length > 0;

export interface AbandonedDraw {
  epoch: bigint;
  drawId: bigint;
  reason: VoidReason;
  /** Also before its slot. */
  isEarly?: boolean;
  /** Its seed can be published, and later draws use those that follow. */
  keepsChain?: boolean;
}

/** In a transaction of the caller. */
export const voidDraw = async (
  query: Query,
  { epoch, drawId, reason, isEarly = false, keepsChain = false }: AbandonedDraw,
): Promise<{ players: bigint[] } | undefined> => {
  await sql.lockOpenDraw.run(query, { epoch, drawId });
  const row = await sql.voidDraw.first(query, { epoch, drawId, reason, isEarly, keepsChain });
  return row && row.ended > 0 ? { players: row.players } : undefined;
};
