import { sweepInstantGame } from '../../test/instant-sweep.ts';
import game from '../game.ts';
import server from '../server/index.ts';

export const sweep = sweepInstantGame({
  game,
  server,
  page: {
    title: ['title.ringToss', 'Ring Toss – Fairground'],
    texts: [
      ['ringToss.chance', 'Chance of a win'],
      ['ringToss.noBets', 'No tosses yet.'],
    ],
    button: { en: 'Toss', es: 'Lanzar' },
    budget: { kilobytes: 136.1, requests: 17 },
    pressed: 'choice and button',
  },
});
