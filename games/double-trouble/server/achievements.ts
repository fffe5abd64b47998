/** What players can reach in Double Trouble. */
import { firstStakeRule, paidRule, type GameAchievements } from '@fairground/game-kit/server';
import { doubleTroubleLedger } from './ledger.ts';
import english from '../web/messages/en.json' with { type: 'json' };
import spanish from '../web/messages/es.json' with { type: 'json' };

const paid = (id: string, condition: string) =>
  paidRule(id, doubleTroubleLedger, { table: 'double_trouble_bet', condition });

export const achievements: GameAchievements = {
  names: { en: english.badges, es: spanish.badges },
  first: 'double-trouble-first',
  rules: [
    firstStakeRule('double-trouble-first', doubleTroubleLedger),
    paid('double-trouble-exact', "b.draw_type = 'Exact'"),
    paid('double-trouble-number', "b.draw_type = 'Number'"),
  ],
};
