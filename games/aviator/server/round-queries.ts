/** Aviator's rounds in SQL: what the director writes, and public data. */
import { type VoidReason } from '@fairground/game-kit/server';
import { sealBets } from '@fairground/game-kit/server/calls';
import type { Database } from '@fairground/server/platform/database/database';
import type { RowOf } from '@fairground/sql';
import { flightOfSeed, type Flight, type Flights } from './flights.ts';
import * as sql from './sql/rounds.sql.ts';
import { toSealedBet, type LastRound, type PublicRound } from './wire.ts';

type Query = Database['query'];

/** What the director alone reads. */
export type Round = RowOf<typeof sql.findRunningRound>;

export interface PublicState {
  /** The newest step of the game; 0 before its first round. */
  step: number;
  /** The round now open or in flight. */
  running: PublicRound | undefined;
  /** The newest that has crashed. */
  last: LastRound | undefined;
}

/** Without anything secret. */
export const readPublicState = async (query: Query): Promise<PublicState> => {
  const rows = await sql.readPublicState.run(query);
  const newest = rows.find(({ seed }) => seed === null);
  return {
    step: Number(newest?.step ?? 0),
    running: newest?.state === 'betting' || newest?.state === 'flying' ? newest : undefined,
    last: rows.find((row): row is LastRound => row.seed !== null),
  };
};

/**
 * The time since take-off that may be shown: never beyond the last millisecond before the crash, so that nothing
 * above it is shown while it is being written. Undefined where the round does not fly.
 */
export const readFlownMs = async (
  query: Query,
  flights: Flights,
  roundId: bigint,
): Promise<number | undefined> => {
  const row = await sql.readFlownMs.first(query, { roundId });
  return row && Math.min(row.flown_ms, (await flights.find(query, roundId)).flightMs - 1);
};

/** When a round closes and starts, and what it waits for. */
export interface Terms {
  /** From the opening of a round to its take-off. */
  countdownMs: number;
  /** Bets close this long before take-off. */
  closeMs: number;
  /** The beacon that rounds wait for; null for none. */
  beaconChainId: number | null;
}

export const hasBets = async (query: Query, roundId: bigint): Promise<boolean> =>
  (await sql.hasBets.first(query, { roundId }))?.found === true;

/** Undefined where it is too early. In a transaction of the caller. */
export const sealRound = async (
  query: Query,
  epoch: bigint,
  roundId: bigint,
): Promise<RowOf<typeof sql.sealRound> | undefined> => {
  await sql.lockRound.run(query, { epoch, roundId });
  const bets = await sql.readBetsToSeal.run(query, { roundId });
  return sql.sealRound.first(query, {
    epoch,
    roundId,
    ...sealBets(bets.map((row) => toSealedBet(roundId, row))),
  });
};

/** Undefined where there is a bet, or this process does not lead. In a transaction of the caller. */
export const moveEmptyRound = async (
  query: Query,
  epoch: bigint,
  roundId: bigint,
  terms: Terms,
): Promise<Round | undefined> => {
  await sql.lockRound.run(query, { epoch, roundId });
  return sql.moveEmptyRound.first(query, { epoch, roundId, ...terms });
};

export const settleChunk = async (
  query: Query,
  chunk: { epoch: bigint; roundId: bigint; maxBets: number },
): Promise<{ settled: number; players: bigint[]; losers: bigint[] }> => {
  const row = await sql.settleChunk.first(query, chunk);
  return {
    settled: row?.settled ?? 0,
    players: row?.players ?? [],
    losers: row?.losers ?? [],
  };
};

/** Pays nothing, and is not due, where the database's clock is not there yet or the epoch is over. */
export const payAutoCashOuts = async (
  query: Query,
  passed: Parameters<typeof sql.payAutoCashOuts.first>[1],
): Promise<{ isDue: boolean; players: bigint[] }> => {
  const row = await sql.payAutoCashOuts.first(query, passed);
  return { isDue: row?.is_due ?? false, players: row?.players ?? [] };
};

export const finishRound = async (query: Query, epoch: bigint, roundId: bigint): Promise<boolean> =>
  (await sql.finishRound.run(query, { epoch, roundId })).length > 0;

/** The flight is that of a round whose crash was decided. In a transaction of the caller. */
export const voidRound = async (
  query: Query,
  epoch: bigint,
  { flight, ...ended }: { roundId: bigint; seed: Buffer; flight: Flight | undefined; reason: VoidReason },
): Promise<RowOf<typeof sql.voidRound> | undefined> => {
  await sql.lockRound.run(query, { epoch, roundId: ended.roundId });
  return sql.voidRound.first(query, { epoch, ...ended, ...toVoidFlight(flight) });
};

/** Undefined where it is not decided. */
export const readFlight = async (
  query: Query,
  { roundId, seed }: { roundId: bigint; seed: Buffer },
): Promise<Flight | undefined> => {
  const inputs = await sql.findDrawInputs.first(query, { roundId });
  return inputs && flightOfSeed(seed, inputs);
};

/** As parameters of a statement that voids a round. */
export const toVoidFlight = (flight: Flight | undefined) => ({
  crashHundredths: flight?.crashHundredths ?? null,
  flightMs: flight?.flightMs ?? null,
});
