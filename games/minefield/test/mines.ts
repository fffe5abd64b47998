/** The mines of a game, which only the owner of the seed key can compute. */
import { createPlayerSeeds } from '@fairground/game-kit/server/calls';
import type { Database } from '@fairground/server/platform/database/database';
import { systemEntropy } from '@fairground/server/platform/entropy';
import { sealOf } from '@fairground/server/test/test-site';
import { minesOf } from '../server/fields.ts';
import { findField } from '../server/sql/games.sql.ts';

/** Tile ids in drawing order. */
export const findMines = async (
  { database, dataDir }: { database: Database; dataDir: string },
  gameId: unknown,
): Promise<number[]> => {
  const seal = await sealOf(dataDir);
  const seeds = createPlayerSeeds({ database, entropy: systemEntropy, seal });
  const field = await findField.first(database.query, { gameId: BigInt(String(gameId)) });
  if (!field) throw new Error(`there is no game ${String(gameId)}`);
  return minesOf(field, seeds.openSeed(field));
};
