/** Every engine shows and plays every game on a phone. */
import { walkEngines } from './walk-engines.ts';

// The window of WebKit's browser cannot be narrower.
walkEngines(({ name }) => ({ width: name === 'WebKit' ? 480 : 390, height: 844 }));
