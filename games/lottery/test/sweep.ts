import { press, settleBet } from '../../../e2e/engines/steps.ts';
import type { GameSweep } from '../../../e2e/engines/walk.ts';

export const sweep: GameSweep = {
  path: '/games/play-lottery',
  settleBet: (page) =>
    settleBet(page, 'Your tickets', async () => {
      await press(page, 'button', 'Quick pick');
      await press(page, 'button', 'Place Bid');
    }),
};
