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
      ['instant.stake', 'Bet'],
      ['highStriker.play', 'Swing'],
      ['highStriker.noBets', 'No strikes yet.'],
    ],
    button: { en: 'Swing', es: 'Golpear' },
    budget: { kilobytes: 141.3, requests: 19 },
    pressed: 'choice and button',
  },
});
