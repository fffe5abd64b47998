/** High Striker as the core sees it. */
import { serveInstantGame } from '@fairground/game-kit/server/instant';
import game from '../game.ts';
import english from '../web/messages/en.json' with { type: 'json' };
import spanish from '../web/messages/es.json' with { type: 'json' };
import { achievements } from './achievements.ts';

export default serveInstantGame(game, {
  folder: 'high-striker',
  bet: 'strike',
  list: 'highStrikerStrikes',
  table: 'high_striker_strike',
  texts: { en: english.round, es: spanish.round },
  achievements,
});
