import { press, until } from '../../../e2e/engines/steps.ts';
import type { GameSweep } from '../../test/sweeps.ts';
import game from '../game.ts';

export const sweep: GameSweep = {
  id: 'highStriker',
  path: '/games/high-striker',
  async settleBet(page) {
    await press(page, 'button', 'Swing');
    await until('the end of the strike', () =>
      page.run(() => document.querySelector('[data-phase=won], [data-phase=lost]') !== null),
    );
  },
  page: {
    title: ['title.highStriker', 'High Striker – Fairground'],
    texts: [
      ['highStriker.target', 'Target'],
      ['instant.stake', 'Stake'],
      ['highStriker.play', 'Swing'],
      ['highStriker.noBets', 'No strikes yet.'],
    ],
    button: { en: 'Swing', es: 'Golpear' },
    minStakeCoins: 100,
    budget: { kilobytes: 134.7, requests: 17 },
    pressed: 'choice and button',
    fillsWindow: true,
    needsNoLive: true,
    stakeBy: 'slider',
  },
  calls: [['/highStriker/create', { amount: 100, target: 2 }, 201]],
  bet: {
    settings: {},
    async playOnce(site, token) {
      await site.call('POST', '/highStriker/create', token, { amount: 100, target: 1_000 });
    },
  },
  final: {
    application: [
      'UPDATE high_striker_strike SET height_hundredths = 100000',
      'DELETE FROM high_striker_strike',
    ],
    owner: ['UPDATE high_striker_strike SET amount_won = amount_won + 1', 'DELETE FROM high_striker_strike'],
  },
  lab: {
    choices: ['1.01', '2.00', '10.00', '1000.00'].map((target) => [{ target }, game.returnsBp[0] / 10_000]),
    paysWholeCoins: true,
  },
  vectors: ['instant'],
};
