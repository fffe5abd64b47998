/** Invariants of Minefield's games: payouts, and the outcome that the revealed seeds give. */
import { formatHex } from '@fairground/fairness/hex';
import { findBroken, type Check } from '@fairground/server/ledger/audit';
import type { Database } from '@fairground/server/platform/database/database';
import type { RowOf } from '@fairground/sql';
import { minesOf } from './fields.ts';
import type { findField, readHistory } from './sql/games.sql.ts';

type RevealedRow = RowOf<typeof findField> & {
  id: bigint;
  seed: Buffer;
  state: RowOf<typeof readHistory>['state'];
  gem_tiles: number[];
  hit_tile: number | null;
};

const pageSize = 5_000;

/** Games of revealed seeds whose tiles were not what the seed gives. */
const wrongTiles = (query: Database['query']): Promise<object[]> =>
  findBroken(
    (after) =>
      query<RevealedRow>({
        text: `SELECT g.id, g.player_id, g.nonce, g.tiles, g.mines, g.state, g.gem_tiles, g.hit_tile,
          s.sealed, s.commitment, s.client_seed, s.seed
        FROM minefield_game g JOIN player_seed s ON s.id = g.seed_id
        WHERE s.seed IS NOT NULL AND g.id > $1 ORDER BY g.id LIMIT $2`,
        values: [after, pageSize],
      }),
    (row) => {
      const mines = new Set(minesOf(row, row.seed));
      const holds =
        row.gem_tiles.every((tile) => !mines.has(tile)) && (row.hit_tile === null || mines.has(row.hit_tile));
      return holds ? undefined : { commitment: formatHex(row.commitment), nonce: row.nonce };
    },
  );

export const minefieldChecks: readonly Check[] = [
  {
    line: 'I8',
    states: 'each Minefield payout is its stake times the multiplier of its gems',
    broken: `SELECT id, amount, gem_tiles, amount_won FROM minefield_game
      WHERE state = 'CashedOut'
        AND amount_won <> div(amount * (100 + cardinality(gem_tiles) * increment_hundredths), 100)
      UNION ALL
      SELECT id, amount, gem_tiles, amount_won FROM minefield_game
      WHERE (state <> 'CashedOut' AND amount_won <> 0) OR (state = 'CashedOut' AND hit_tile IS NOT NULL)
        OR (state = 'Lost' AND hit_tile IS NULL AND cardinality(gem_tiles) > 0)
        OR (state = 'Playing' AND cardinality(gem_tiles) >= tiles - mines)
        OR cardinality(gem_tiles) <> (SELECT count(DISTINCT tile) FROM unnest(gem_tiles) AS t (tile)
          WHERE tile BETWEEN 0 AND tiles - 1)`,
  },
  {
    line: 'I8',
    states: 'each Minefield game of a revealed seed found gems and mines where the seed lays them',
    broken: wrongTiles,
  },
  {
    line: 'I15',
    states: 'no player seed was revealed while a Minefield game of it was open',
    // What coins moved when is no question of the clock, which may have been set back between a game and the reveal.
    broken: `SELECT g.id, g.seed_id FROM minefield_game g JOIN player_seed s ON s.id = g.seed_id
      WHERE g.state = 'Playing' AND s.state <> 'current'
      UNION ALL
      SELECT g.id, g.seed_id FROM minefield_game g JOIN player_seed s ON s.id = g.seed_id
      JOIN transfer t ON t.kind::text LIKE 'minefield\\_%' AND t.source = g.id
      WHERE t.id > s.revealed_after`,
  },
];
