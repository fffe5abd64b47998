/** What players can reach at the wheel. */
import type { GameAchievements } from '@fairground/game-kit/server';
import { wheelSegments } from '../rules.ts';
import en from '../web/messages/en/achievements.json' with { type: 'json' };
import es from '../web/messages/es/achievements.json' with { type: 'json' };

export const achievements: GameAchievements = {
  names: { en, es },
  rules: [
    {
      id: 'wheel-thousand',
      reached: (moved) =>
        `SELECT m.player_id, m.at FROM ${moved} m
          WHERE m.kind = 'wheel' AND m.amount = ${Math.max(...wheelSegments)}`,
    },
  ],
};
