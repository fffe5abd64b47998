import { sweepInstantGame } from '../../test/instant-sweep.ts';
import game from '../game.ts';
import server from '../server/index.ts';

export const sweep = sweepInstantGame({
  game,
  server,
  page: {
    title: ['title.highStriker', 'High Striker – Fairground'],
    texts: [
      ['highStriker.target', 'Target'],
      ['instant.stake', 'Stake'],
      ['highStriker.play', 'Swing'],
      ['highStriker.noBets', 'No strikes yet.'],
    ],
    button: { en: 'Swing', es: 'Golpear' },
    budget: { kilobytes: 139.8, requests: 19 },
    pressed: 'choice and button',
  },
});
