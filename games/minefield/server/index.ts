/** Minefield as the core sees it. Nothing of it runs on a clock, so it has routes alone. */
import { createPlayerSeeds, defineGame } from '@fairground/game-kit/server';
import { configSchema } from '../contract.ts';
import { achievements } from './achievements.ts';
import { minefieldChecks } from './audit.ts';
import { minefieldConfig } from './config.ts';
import { createEndedGames } from './ended-games.ts';
import { minefieldLedger } from './ledger.ts';
import { isInPlay } from './fields.ts';
import { minefieldRoutes } from './routes.ts';
import { createMinefieldService, endGameInPlay } from './service.ts';
import { countRunning } from './sql/games.sql.ts';
import { voidOpenGames } from './void-open.ts';

export default defineGame({
  id: 'mineField',
  folder: 'minefield',
  ledger: minefieldLedger,
  metricsName: 'minefield',
  settings: () => ({}),
  config: { schema: configSchema, value: () => minefieldConfig, position: 40 },
  stakes: {
    noun: 'Minefield game',
    rows: `SELECT id, amount, CASE WHEN state = 'CashedOut' THEN amount_won ELSE 0 END AS payout,
        CASE WHEN state = 'Void' THEN amount ELSE 0 END AS refund
      FROM minefield_game`,
    settledOf: (player) =>
      `SELECT FROM minefield_game b WHERE b.player_id = ${player} AND b.state IN ('Lost', 'CashedOut')`,
  },
  totals: `SELECT count(*) AS bets, coalesce(sum(amount), 0)::bigint AS staked,
      coalesce(sum(amount_won), 0)::bigint AS paid
    FROM minefield_game WHERE state IN ('Lost', 'CashedOut') AND updated_at >= $1 AND updated_at < $2`,
  playerSeeds: { uses: 'SELECT seed_id, nonce FROM minefield_game', isInPlay },
  abandonOpen: endGameInPlay,
  voidOpen: voidOpenGames,
  running: (query) => countRunning.first(query),
  achievements,
  audit: minefieldChecks,
  exportTables: {
    minefieldGames: `SELECT id, difficulty, amount, state, gem_tiles, hit_tile, amount_won, seed_id, nonce, created_at,
        updated_at
      FROM minefield_game WHERE player_id = $1`,
  },
  create(deps) {
    const service = createMinefieldService({ ...deps, seeds: createPlayerSeeds(deps) });
    return {
      routes: minefieldRoutes(service),
      rounds: createEndedGames({ ...deps, findProof: service.findProof }),
    };
  },
});
