/** The log's tiles and bundles, made from its rows. */
import { hashEntry } from '@fairground/fairness/log';
import { tileWidth, type ReadTile } from '@fairground/fairness/log-tiles';
import type { Database } from '../../platform/database/database.ts';
import * as sql from './sql/log.sql.ts';

type Query = Database['query'];

interface Place {
  origin: number;
  index: number;
  width: number;
}

const rangeOf = ({ origin, index, width }: Place) => ({
  origin,
  first: BigInt(index * tileWidth),
  end: BigInt(index * tileWidth + width),
});

/** Undefined where the log has fewer entries. */
export const readBundle = async (query: Query, place: Place): Promise<Buffer[] | undefined> => {
  const rows = await sql.readEntries.run(query, rangeOf(place));
  return rows.length === place.width ? rows.map(({ body }) => Buffer.from(body)) : undefined;
};

/** A tile of the log's hashes; level 0 has those of the entries. Undefined where the log has fewer entries. */
export const readTile = async (
  query: Query,
  { level, ...place }: Place & { level: number },
): Promise<Buffer | undefined> => {
  if (level === 0) {
    const entries = await readBundle(query, place);
    return entries && Buffer.concat(entries.map(hashEntry));
  }
  const rows = await sql.readTileHashes.run(query, { ...rangeOf(place), level: level - 1 });
  return rows.length === place.width ? Buffer.concat(rows.map(({ hash }) => hash)) : undefined;
};

/** For proofs over the tree of an origin. */
export const tileReader =
  (query: Query, origin: number): ReadTile =>
  async (level, index, width) => {
    const tile = await readTile(query, { origin, level, index, width });
    if (!tile) throw new Error(`the log's tile ${index} of level ${level} is missing`);
    return tile;
  };
