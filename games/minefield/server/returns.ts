/**
 * What Minefield paid against its rules. A player may leave before any tile, so that the return depends on how they play: each
 * tile that was turned adds the mean of its gain and its variance, by the gems and tiles that were left. Late tiles lose on
 * average, so that of a game that found many gems and was lost at a mine less than nothing was expected.
 */
import type { GameReturns } from '@fairground/game-kit/server';

export const returns: GameReturns = {
  table: 'minefield_game',
  unitsPerStep: 2_000,
  units: (where) => `SELECT g.id, g.state = 'Playing' AS is_open, g.updated_at AS at, 1::bigint AS bets,
      g.amount::numeric AS staked, g.amount_won::numeric AS paid,
      -- A game that is left without a gem is lost by choice.
      CASE WHEN g.state = 'Lost' AND g.hit_tile IS NULL THEN 0 ELSE g.amount + s.gain END AS expected, s.variance
    FROM minefield_game g CROSS JOIN LATERAL (
      SELECT coalesce(sum(t.chance * t.after - t.before), 0) AS gain,
        coalesce(sum(t.after ^ 2 * t.chance * (1 - t.chance)), 0) AS variance
      FROM (
        SELECT g.amount * (100 + gems * g.increment_hundredths) / 100.0 AS before,
          g.amount * (100 + (gems + 1) * g.increment_hundredths) / 100.0 AS after,
          (g.tiles - g.mines - gems)::numeric / (g.tiles - gems) AS chance
        FROM generate_series(0, cardinality(g.gem_tiles) + (g.hit_tile IS NOT NULL)::integer - 1) AS gems
      ) t
    ) s
    WHERE ${where('g.id')} AND g.state <> 'Void'`,
};
