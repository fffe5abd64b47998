/** What players can reach in Minefield. */
import { firstStakeRule, paidRule, type GameAchievements } from '@fairground/game-kit/server';
import { minefieldLedger } from './ledger.ts';
import { badgeNames } from './texts.ts';

const paid = (id: string, condition: string) =>
  paidRule(id, minefieldLedger, { table: 'minefield_game', condition });

export const achievements: GameAchievements = {
  names: badgeNames,
  first: 'minefield-first',
  rules: [
    firstStakeRule('minefield-first', minefieldLedger),
    paid('minefield-clear', 'cardinality(b.gem_tiles) = b.tiles - b.mines'),
    paid('minefield-expert', "b.difficulty = 'Expert' AND cardinality(b.gem_tiles) >= 3"),
  ],
};
