/** Aviator's SQL: bets, cash-outs and histories. Rounds are in round-queries.ts. */
import type { Database } from '@fairground/server/platform/database/database';
import type { BetSlot } from '../rules.ts';
import * as sql from './sql/bets.sql.ts';

type Query = Database['query'];

export type BetRow = sql.ReadUserHistoryRow;
export type PlaceRow = sql.PlaceBetsRow;
export type AcceptedRow = sql.PlaceBetsAccepted;
export type PaidRow = sql.PayCashOutsRow;
export type CashOutFacts = sql.ReadCashOutFactsRow;

export interface StakeInput {
  playerId: bigint;
  stakeCoins: number;
  autoHundredths: number | null;
  slot: BetSlot;
  /** Only for this round, when given. */
  roundId: bigint | null;
}

/** One statement for a batch, at most one bet a player. */
export const placeBets = (query: Query, inputs: readonly StakeInput[]): Promise<PlaceRow[]> =>
  sql.placeBets.run(query, {
    playerIds: inputs.map((input) => input.playerId),
    stakes: inputs.map((input) => input.stakeCoins),
    autoHundredths: inputs.map((input) => input.autoHundredths),
    wantedRounds: inputs.map((input) => input.roundId),
    slots: inputs.map((input) => input.slot),
  });

export interface CashOutInput {
  playerId: bigint;
  roundId: bigint;
  slot: BetSlot;
  /** How long ago the request's complete body was parsed. */
  agoMs: number;
}

export const readCashOutFacts = (query: Query, inputs: readonly CashOutInput[]): Promise<CashOutFacts[]> =>
  sql.readCashOutFacts.run(query, {
    playerIds: inputs.map((input) => input.playerId),
    roundIds: inputs.map((input) => input.roundId),
    slots: inputs.map((input) => input.slot),
    agoMs: inputs.map((input) => input.agoMs),
  });

export interface WinInput {
  betId: bigint;
  hundredths: number;
  amountWon: number;
  /** When the press arrived, since take-off. */
  pressMs: number;
}

/** The rows are the players whose bets were still pending, as they are then. At most one bet a player. */
export const payCashOuts = (query: Query, wins: readonly WinInput[]): Promise<PaidRow[]> =>
  sql.payCashOuts.run(query, {
    betIds: wins.map((win) => win.betId),
    hundredths: wins.map((win) => win.hundredths),
    amountsWon: wins.map((win) => win.amountWon),
    pressMs: wins.map((win) => win.pressMs),
  });

export const recordOvertakenPresses = (
  query: Query,
  presses: readonly { betId: bigint; pressMs: number }[],
): Promise<unknown> =>
  sql.recordOvertakenPresses.run(query, {
    betIds: presses.map(({ betId }) => betId),
    pressMs: presses.map(({ pressMs }) => pressMs),
  });

export const readUserHistory = (query: Query, playerId: bigint, maxRows: number): Promise<BetRow[]> =>
  sql.readUserHistory.run(query, { playerId, maxRows });

export const readGlobalHistory = (query: Query, maxRows: number): Promise<sql.ReadGlobalHistoryRow[]> =>
  sql.readGlobalHistory.run(query, { maxRows });
