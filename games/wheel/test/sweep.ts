import { press, untilText } from '../../../e2e/engine-steps.ts';
import type { GameSweep } from '../../test/sweeps.ts';

export const sweep: GameSweep = {
  id: 'wheel',
  path: '/games',
  async settleBet(page) {
    await press(page, 'button', 'Daily wheel');
    await press(page, 'dialog button', 'Spin to Win!');
    await untilText(page, 'dialog', /Already spin Today/);
  },
  async hear({ goTo, key, outcome }) {
    await goTo('Daily wheel');
    await key('space');
    const spin = () => goTo('Spin to Win!').then(() => key('space'));
    await outcome('Daily wheel: a spin', /You won \d+ coins?!|Oops! Try again next time/, spin);
    const check = () => goTo('How to check your spin').then(() => key('Return'));
    await outcome('Fairness: the seal of a spin', /^This result holds|^Still sealed/, check);
  },
  page: null,
  dialogButtons: { open: 'Daily wheel', play: 'Spin to Win!' },
  calls: [],
  bet: null,
  final: {
    application: ['UPDATE wheel_spin SET segment = 15', 'DELETE FROM wheel_spin'],
    owner: ['UPDATE wheel_spin SET segment = 15'],
    once: [['wheel_spin_player_id_site_day_key', 'wheel_spin', { id: -1, nonce: 99 }]],
  },
  lab: null,
  coinWay: 'Daily Wheel',
  vectors: ['wheel'],
  errorTexts: [
    { text: 'Spin Wheel Result', key: 'wheel.result', seenIn: ['wheel', 'failures.slow'] },
    { text: 'Oops! Try again next time.', key: 'wheel.failed', seenIn: ['failures.slow'] },
    { text: 'Oops! Try again.', key: 'wheel.unanswered', seenIn: ['failures.slow'] },
  ],
};
