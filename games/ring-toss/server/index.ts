/** Ring Toss as the core sees it. */
import { serveInstantGame } from '@fairground/game-kit/server/instant';
import game from '../game.ts';
import english from '../web/messages/en.json' with { type: 'json' };
import spanish from '../web/messages/es.json' with { type: 'json' };

export default serveInstantGame(game, {
  folder: 'ring-toss',
  bet: 'toss',
  list: 'ringTossTosses',
  texts: { en: english.round, es: spanish.round },
});
