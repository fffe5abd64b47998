import { press, until } from '../../../e2e/engines/steps.ts';
import type { GameSweep } from '../../../e2e/engines/walk.ts';

export const sweep: GameSweep = {
  path: '/games/high-striker',
  async settleBet(page) {
    await press(page, 'button', 'Swing');
    await until('the end of the strike', () =>
      page.run(() => document.querySelector('[data-phase=won], [data-phase=lost]') !== null),
    );
  },
};
