/** What players can reach in Double Trouble. */
import { firstStakeRule, paidRule, type GameAchievements } from '@fairground/game-kit/server';
import { doubleTroubleLedger } from './ledger.ts';
import { badgeNames } from './texts.ts';

const paid = (id: string, condition: string) =>
  paidRule(id, doubleTroubleLedger, { table: 'double_trouble_bet', condition });

export const achievements: GameAchievements = {
  names: badgeNames,
  first: 'double-trouble-first',
  rules: [
    firstStakeRule('double-trouble-first', doubleTroubleLedger),
    paid('double-trouble-exact', "b.draw_type = 'Exact'"),
    paid('double-trouble-number', "b.draw_type = 'Number'"),
  ],
};
