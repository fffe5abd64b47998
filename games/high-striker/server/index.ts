/** High Striker as the core sees it. */
import { serveInstantGame } from '@fairground/game-kit/server/instant';
import game from '../game.ts';
import { achievements } from './achievements.ts';
import { roundTexts } from './texts.ts';

export default serveInstantGame(game, {
  folder: 'high-striker',
  bet: 'strike',
  list: 'highStrikerStrikes',
  table: 'high_striker_strike',
  texts: roundTexts,
  achievements,
});
