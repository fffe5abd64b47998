/** What players can reach at the wheel. */
import type { GameAchievements } from '@fairground/game-kit/server';
import { wheelSegments } from '../rules.ts';
import english from '../web/messages/en.json' with { type: 'json' };
import spanish from '../web/messages/es.json' with { type: 'json' };

export const achievements: GameAchievements = {
  names: { en: english.badges, es: spanish.badges },
  rules: [
    {
      id: 'wheel-thousand',
      reached: (moved) =>
        `SELECT m.player_id, m.at FROM ${moved} m
          WHERE m.kind = 'wheel' AND m.amount = ${Math.max(...wheelSegments)}`,
    },
  ],
};
