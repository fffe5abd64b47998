/** Every engine shows and plays every game on a desktop. */
import { walkEngines } from './walk-engines.ts';

walkEngines(() => ({ width: 1280, height: 800 }));
