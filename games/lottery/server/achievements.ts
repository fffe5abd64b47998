/** What players can reach in the lottery. */
import { firstStakeRule, type GameAchievements } from '@fairground/game-kit/server';
import { lotteryRules } from '../rules.ts';
import { lotteryLedger } from './ledger.ts';
import { badgeNames } from './texts.ts';

const { tierHundredths, minWinningMatches } = lotteryRules;

export const achievements: GameAchievements = {
  names: badgeNames,
  first: 'lottery-first',
  rules: [
    firstStakeRule('lottery-first', lotteryLedger),
    {
      id: 'lottery-three',
      reached: (moved) =>
        `SELECT m.player_id, m.at FROM ${moved} m WHERE m.kind = 'lottery_payout'
          AND 100 * m.amount >= ${tierHundredths[minWinningMatches]} * (
            SELECT sum(s.amount) FROM transfer s
            WHERE s.kind IN ('lottery_stake_coins', 'lottery_stake_winnings') AND s.source = m.source)`,
    },
  ],
};
