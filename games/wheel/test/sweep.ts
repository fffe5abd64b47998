import { press, untilText } from '../../../e2e/engines/steps.ts';
import type { GameSweep } from '../../../e2e/engines/walk.ts';

export const sweep: GameSweep = {
  path: '/games',
  async settleBet(page) {
    await press(page, 'button', 'Daily wheel');
    await press(page, '[role=dialog] button', 'Spin to Win!');
    await untilText(page, '[role=dialog]', /Already spin Today/);
  },
};
