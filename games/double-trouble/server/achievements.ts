/** What players can reach in Double Trouble. */
import { firstStakeRule, paidRule, type GameAchievements } from '@fairground/game-kit/server';
import { doubleTroubleLedger } from './ledger.ts';
import en from '../web/messages/en/achievements.json' with { type: 'json' };
import es from '../web/messages/es/achievements.json' with { type: 'json' };

const paid = (id: string, condition: string) =>
  paidRule(id, doubleTroubleLedger, { table: 'double_trouble_bet', condition });

export const achievements: GameAchievements = {
  names: { en, es },
  first: 'double-trouble-first',
  rules: [
    firstStakeRule('double-trouble-first', doubleTroubleLedger),
    paid('double-trouble-exact', "b.draw_type = 'Exact'"),
    paid('double-trouble-number', "b.draw_type = 'Number'"),
  ],
};
