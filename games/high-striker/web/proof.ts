/** How a published result is checked in the browser. */
import { defineInstantProof } from '@fairground/game-kit/web/proof';
import game from '../game.ts';
import type { Texts } from './texts.ts';

export default defineInstantProof<Texts['shell']>(game, 'fairness.meaning.highStriker');
