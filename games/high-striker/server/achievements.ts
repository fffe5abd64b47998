/** What players can reach at the High Striker. */
import { firstStakeRule, paidRule, type GameAchievements } from '@fairground/game-kit/server';
import { badgeNames } from './texts.ts';

const ledger = { prefix: 'high_striker' };

const paid = (id: string, condition: string) =>
  paidRule(id, ledger, { table: 'high_striker_strike', condition });

export const achievements: GameAchievements = {
  names: badgeNames,
  first: 'high-striker-first',
  rules: [
    firstStakeRule('high-striker-first', ledger),
    paid('high-striker-close', 'b.height_hundredths - b.target_hundredths BETWEEN 0 AND 5'),
    paid('high-striker-bell', 'b.target_hundredths >= 1000'),
  ],
};
