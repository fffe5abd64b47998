/** Minefield's SQL. */
import type { DifficultyName } from '../rules.ts';
import type { Database } from '@fairground/server/platform/database/database';
import * as sql from './sql/games.sql.ts';

type Query = Database['query'];

export type CreateRow = sql.CreateGamesRow;
/** A game after the step asked for, or unchanged if the step was refused. `done` distinguishes them. */
export type StepRow = sql.RevealTilesRow;
/** A game as players may see it while it is in play: nothing in it reveals where the mines are. */
export type GameRow = sql.ReadHistoryRow;
export type GameState = GameRow['state'];
export type FieldRow = sql.FindFieldRow;
export type ProofRow = sql.FindProofRow;

export interface CreateInput {
  playerId: bigint;
  stakeCoins: number;
  difficulty: DifficultyName;
  tiles: number;
  mines: number;
  incrementHundredths: number;
  seedId: bigint;
  nonce: number;
}

export const createGames = (query: Query, inputs: readonly CreateInput[]): Promise<CreateRow[]> =>
  sql.createGames.run(query, {
    playerIds: inputs.map((input) => input.playerId),
    stakes: inputs.map((input) => input.stakeCoins),
    difficulties: inputs.map((input) => input.difficulty),
    tiles: inputs.map((input) => input.tiles),
    mines: inputs.map((input) => input.mines),
    incrementsHundredths: inputs.map((input) => input.incrementHundredths),
    seedIds: inputs.map((input) => input.seedId),
    nonces: inputs.map((input) => input.nonce),
  });

export interface RevealInput {
  playerId: bigint;
  gameId: bigint;
  tileId: number;
  isTrap: boolean;
}

export const revealTiles = (query: Query, inputs: readonly RevealInput[]): Promise<StepRow[]> =>
  sql.revealTiles.run(query, {
    playerIds: inputs.map((input) => input.playerId),
    gameIds: inputs.map((input) => input.gameId),
    tiles: inputs.map((input) => input.tileId),
    traps: inputs.map((input) => input.isTrap),
  });

export interface EndInput {
  playerId: bigint;
  gameId: bigint;
  gemsFound: number;
}

export const endGames = (query: Query, inputs: readonly EndInput[]): Promise<StepRow[]> =>
  sql.endGames.run(query, {
    playerIds: inputs.map((input) => input.playerId),
    gameIds: inputs.map((input) => input.gameId),
    gems: inputs.map((input) => input.gemsFound),
  });

export const findField = (query: Query, gameId: bigint): Promise<FieldRow | undefined> =>
  sql.findField.first(query, { gameId });

export const findProof = (query: Query, gameId: bigint): Promise<ProofRow | undefined> =>
  sql.findProof.first(query, { gameId });

export const findPlaying = (query: Query, playerId: bigint): Promise<sql.FindPlayingRow | undefined> =>
  sql.findPlaying.first(query, { playerId });

export const readHistory = (query: Query, playerId: bigint, maxRows: number): Promise<GameRow[]> =>
  sql.readHistory.run(query, { playerId, maxRows });

export const hasGameInPlay = async (query: Query, playerId: bigint): Promise<boolean> =>
  (await sql.hasGameInPlay.first(query, { playerId }))?.found === true;

/** Ends up to `maxGames` games in play and refunds their stakes. Returns how many. */
export const voidGames = async (query: Query, maxGames: number): Promise<number> =>
  (await sql.voidGames.first(query, { maxGames }))?.count ?? 0;
