/** How a published result is checked in the browser. */
import { defineInstantProof } from '@fairground/game-kit/web/proof';
import game from '../game.ts';
import type shell from './messages/en/shell.json';

export default defineInstantProof<typeof shell>(game, 'fairness.meaning.ringToss');
