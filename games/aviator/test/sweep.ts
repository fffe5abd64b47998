import { press, settleBet } from '../../../e2e/engines/steps.ts';
import type { GameSweep } from '../../../e2e/engines/walk.ts';

export const sweep: GameSweep = {
  path: '/games/aviator',
  settleBet: (page) => settleBet(page, 'Your Bids', () => press(page, 'button', 'Place Bet')),
};
