/** The figures in the texts of the guide. */
import { defineGameFacts } from '@fairground/game-kit/web';
import { figures, type Config } from './figures.ts';

export default defineGameFacts<Config>({ figures });
