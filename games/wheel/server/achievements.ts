/** What players can reach at the wheel. */
import type { GameAchievements } from '@fairground/game-kit/server';
import { wheelSegments } from '../rules.ts';
import { badgeNames } from './texts.ts';

export const achievements: GameAchievements = {
  names: badgeNames,
  rules: [
    {
      id: 'wheel-thousand',
      reached: (moved) =>
        `SELECT m.player_id, m.at FROM ${moved} m
          WHERE m.kind = 'wheel' AND m.amount = ${Math.max(...wheelSegments)}`,
    },
  ],
};
