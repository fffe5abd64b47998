/** The figures in the texts of the guide. */
import { defineGameFacts } from '@fairground/game-kit/web';
import type { StrikerConfig } from '../contract.ts';
import { strikerFigures } from './figures.ts';

export default defineGameFacts<StrikerConfig>({ figures: strikerFigures });
