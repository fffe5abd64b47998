/** Double Trouble's SQL: bets and what players read. The engine's writes are in draw-queries.ts. */
import type { DrawType } from '../rules.ts';
import type { Database } from '@fairground/server/platform/database/database';
import * as sql from './sql/bets.sql.ts';

type Query = Database['query'];

export type BetRow = sql.ReadUserHistoryRow;
export type PlaceRow = sql.PlaceBetsRow;
export type AcceptedRow = sql.PlaceBetsAccepted;

export interface StakeInput {
  playerId: bigint;
  drawType: DrawType;
  number: number | null;
  stakeCoins: number;
  payoutHundredths: number;
  /** Only for this draw, when given. */
  drawId: bigint | null;
}

/** At most one bet of a player. */
export const placeBets = (query: Query, inputs: readonly StakeInput[], max: number): Promise<PlaceRow[]> =>
  sql.placeBets.run(query, toParams(inputs, max));

/** Rows in the order of the bets. */
export const placeSeveralBets = (
  query: Query,
  inputs: readonly StakeInput[],
  max: number,
): Promise<PlaceRow[]> => sql.placeSeveralBets.run(query, toParams(inputs, max));

const toParams = (inputs: readonly StakeInput[], max: number): sql.PlaceBetsParams => ({
  playerIds: inputs.map((input) => input.playerId),
  drawTypes: inputs.map((input) => input.drawType),
  numbers: inputs.map((input) => input.number),
  stakes: inputs.map((input) => input.stakeCoins),
  payoutsHundredths: inputs.map((input) => input.payoutHundredths),
  wantedDraws: inputs.map((input) => input.drawId),
  max,
});

export const readUserHistory = (query: Query, playerId: bigint, maxRows: number): Promise<BetRow[]> =>
  sql.readUserHistory.run(query, { playerId, maxRows });

export type NextRow = Pick<sql.ReadStatusRow, 'id' | 'draws_at' | 'closes_at' | 'commitment'>;

export interface DrawnRow {
  id: bigint;
  winning_number: number;
  drawn_at: Date;
}

export const readStatus = async (
  query: Query,
  maxRows: number,
): Promise<{ next: NextRow | undefined; drawn: DrawnRow[] }> => {
  const rows = await sql.readStatus.run(query, { maxRows });
  return {
    next: rows.find(({ drawn_at }) => drawn_at === null),
    drawn: rows.filter((row): row is typeof row & DrawnRow => row.drawn_at !== null),
  };
};

export const findProof = (query: Query, drawId: bigint): Promise<sql.FindProofRow | undefined> =>
  sql.findProof.first(query, { drawId });
