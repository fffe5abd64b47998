/** Ring Toss as the core sees it. */
import { serveInstantGame } from '@fairground/game-kit/server';
import game from '../game.ts';
import en from '../web/messages/en/round.json' with { type: 'json' };
import es from '../web/messages/es/round.json' with { type: 'json' };

export default serveInstantGame(game, {
  folder: 'ring-toss',
  bet: 'toss',
  list: 'ringTossTosses',
  texts: { en, es },
});
