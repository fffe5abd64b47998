/**
 * Where the mines of a game are, recomputed from the sealed seed when a tile is turned. What that follows from
 * never changes, so the newest fields are cached: a turn then costs the database one statement.
 */
import type { PlayerSeeds } from '@fairground/game-kit/server/calls';
import type { Database } from '@fairground/server/platform/database/database';
import type { RowOf } from '@fairground/sql';
import { mineTiles } from '../draw.ts';
import { findField, hasGameInPlay } from './sql/games.sql.ts';

type FieldRow = RowOf<typeof findField>;

export interface Field {
  playerId: bigint;
  tiles: number;
  /** Secret until the game is over. */
  mines: ReadonlySet<number>;
}

const maxCached = 10_000;

/** Tile ids in the order drawn. */
export const minesOf = (row: FieldRow, serverSeed: Uint8Array): number[] =>
  mineTiles({
    serverSeed,
    clientSeed: row.client_seed,
    nonce: row.nonce,
    tiles: row.tiles,
    mines: row.mines,
  });

export const createFields = (database: Database, seeds: Pick<PlayerSeeds, 'openSeed'>) => {
  const cache = new Map<bigint, Field>();
  return {
    async find(gameId: bigint): Promise<Field | undefined> {
      const cached = cache.get(gameId);
      if (cached) return cached;
      const row = await findField.first(database.query, { gameId });
      if (!row) return undefined;
      const field = {
        playerId: row.player_id,
        tiles: row.tiles,
        mines: new Set(minesOf(row, seeds.openSeed(row))),
      };
      // The oldest goes first: a Map iterates in the order of insertion.
      const oldest = cache.keys().next();
      if (cache.size >= maxCached && !oldest.done) cache.delete(oldest.value);
      cache.set(gameId, field);
      return field;
    },
  };
};

export type Fields = ReturnType<typeof createFields>;

export const isInPlay = async (query: Database['query'], playerId: bigint): Promise<boolean> =>
  (await hasGameInPlay.first(query, { playerId }))?.found === true;
