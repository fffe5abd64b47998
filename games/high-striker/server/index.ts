/** High Striker as the core sees it. Strikes are settled immediately, so nothing runs on a clock or stays open. */
import { createPlayerSeeds, defineGame } from '@fairground/game-kit/server';
import { configSchema, type StrikerConfig } from '../contract.ts';
import { strikerRules } from '../rules.ts';
import { achievements } from './achievements.ts';
import { strikerChecks } from './audit.ts';
import { createEndedStrikes } from './ended-strikes.ts';
import { strikerLedger } from './ledger.ts';
import { returns } from './returns.ts';
import { strikerRoutes } from './routes.ts';
import { createStrikerService } from './service.ts';

const config: StrikerConfig = {
  minBet: strikerRules.minStakeCoins,
  maxBet: strikerRules.maxStakeCoins,
  step: strikerRules.stakeStepCoins,
  defaultBet: strikerRules.defaultStakeCoins,
  quickBets: [...strikerRules.quickStakesCoins],
  minTarget: strikerRules.minTargetHundredths / 100,
  maxTarget: strikerRules.maxTargetHundredths / 100,
  defaultTarget: strikerRules.defaultTargetHundredths / 100,
  quickTargets: strikerRules.quickTargetsHundredths.map((hundredths) => hundredths / 100),
  rtpBp: strikerRules.rtpBp,
};

export default defineGame({
  id: 'highStriker',
  folder: 'high-striker',
  ledger: strikerLedger,
  settings: () => ({}),
  config: { schema: configSchema, value: () => config },
  stakes: {
    noun: 'High Striker strike',
    rows: 'SELECT id, amount, amount_won AS payout, 0 AS refund FROM high_striker_strike',
    settledOf: (player) => `SELECT FROM high_striker_strike b WHERE b.player_id = ${player}`,
  },
  playerSeeds: { uses: 'SELECT seed_id, nonce FROM high_striker_strike' },
  returns,
  achievements,
  audit: strikerChecks,
  exportTables: {
    highStrikerStrikes: `SELECT id, amount, target_hundredths, height_hundredths, amount_won, seed_id, nonce, created_at
      FROM high_striker_strike WHERE player_id = $1`,
  },
  create(deps) {
    const service = createStrikerService({ ...deps, seeds: createPlayerSeeds(deps) });
    return {
      routes: strikerRoutes(service),
      rounds: createEndedStrikes({ ...deps, findProof: service.findProof }),
    };
  },
});
