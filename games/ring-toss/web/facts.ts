/** The figures in the texts of the guide. */
import { defineGameFacts, instantFigures } from '@fairground/game-kit/web';

export default defineGameFacts({ figures: instantFigures('ringToss') });
