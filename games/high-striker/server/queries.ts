/** High Striker's SQL. */
import type { Database } from '@fairground/server/platform/database/database';
import * as sql from './sql/strikes.sql.ts';

type Query = Database['query'];

export type PlacedRow = sql.InsertStrikesRow;
export type StrikeRow = sql.ReadHistoryRow;
export type ProofRow = sql.FindProofRow;

export interface StrikeInput {
  playerId: bigint;
  stakeCoins: number;
  targetHundredths: number;
  heightHundredths: number;
  seedId: bigint;
  nonce: number;
}

/** Guards, strikes, stakes, payouts and nonces of a batch (one strike per player) in one statement. */
export const insertStrikes = (query: Query, inputs: readonly StrikeInput[]): Promise<PlacedRow[]> =>
  sql.insertStrikes.run(query, {
    playerIds: inputs.map((input) => input.playerId),
    stakes: inputs.map((input) => input.stakeCoins),
    targetsHundredths: inputs.map((input) => input.targetHundredths),
    heightsHundredths: inputs.map((input) => input.heightHundredths),
    seedIds: inputs.map((input) => input.seedId),
    nonces: inputs.map((input) => input.nonce),
  });

const historyLength = 50;

/** Newest first. */
export const readHistory = (query: Query, playerId: bigint): Promise<StrikeRow[]> =>
  sql.readHistory.run(query, { playerId, maxRows: historyLength });

export const findProof = (query: Query, strikeId: bigint): Promise<ProofRow | undefined> =>
  sql.findProof.first(query, { strikeId });
