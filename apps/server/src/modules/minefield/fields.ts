/**
 * Where the mines of a game lie, recomputed from the sealed seed when a tile is turned. What that follows
 * from never changes, so the games last asked for are kept: a turn then costs the database one statement.
 */
import { mineTiles } from '@fairground/game-minefield/draw';
import type { Database } from '../../platform/database.ts';
import type { SeedBook } from '../seeds/service.ts';
import { findField, type FieldRow } from './queries.ts';

export interface Field {
  playerId: bigint;
  tiles: number;
  /** Secret until the game is over. */
  mines: ReadonlySet<number>;
}

export interface Fields {
  find(gameId: bigint): Promise<Field | undefined>;
}

const mostKept = 10_000;

/** Tile ids in the order drawn. */
export const minesOf = (row: FieldRow, serverSeed: Uint8Array): number[] =>
  mineTiles({
    serverSeed,
    clientSeed: row.client_seed,
    nonce: row.nonce,
    tiles: row.tiles,
    mines: row.mines,
  });

export const createFields = (database: Database, book: SeedBook): Fields => {
  const kept = new Map<bigint, Field>();
  return {
    async find(gameId) {
      const held = kept.get(gameId);
      if (held) return held;
      const row = await findField(database.query, gameId);
      if (!row) return undefined;
      const field = {
        playerId: row.player_id,
        tiles: row.tiles,
        mines: new Set(minesOf(row, book.openSeed(row))),
      };
      // The oldest goes first: a Map keeps the order of insertion.
      const oldest = kept.keys().next();
      if (kept.size >= mostKept && !oldest.done) kept.delete(oldest.value);
      kept.set(gameId, field);
      return field;
    },
  };
};
