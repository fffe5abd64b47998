/** High Striker as the core sees it. */
import { serveInstantGame } from '@fairground/game-kit/server';
import game from '../game.ts';
import en from '../web/messages/en/round.json' with { type: 'json' };
import es from '../web/messages/es/round.json' with { type: 'json' };
import { achievements } from './achievements.ts';

export default serveInstantGame(game, {
  folder: 'high-striker',
  bet: 'strike',
  list: 'highStrikerStrikes',
  table: 'high_striker_strike',
  texts: { en, es },
  achievements,
});
