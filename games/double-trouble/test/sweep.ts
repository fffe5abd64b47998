import { press, settleBet } from '../../../e2e/engines/steps.ts';
import type { GameSweep } from '../../../e2e/engines/walk.ts';

export const sweep: GameSweep = {
  path: '/games/double-trouble',
  settleBet: (page) => settleBet(page, 'Your Bets', () => press(page, 'button', 'Place Bet')),
};
