import { describeInstantGame } from '@fairground/game-kit/test/describe-instant-game';
import game from '../game.ts';
import server from '../server/index.ts';

describeInstantGame(game, server);
