/** Every engine shows and plays every game on a phone, and shows every page that a guest can open. */
import { guardedRoutes, publicRoutes } from '../../e2e/route-texts.ts';
import { watchPages } from '../../games/test/sweeps.ts';
import { walkEngines } from './walk-engines.ts';

/** Pages that lead a player elsewhere. */
const forVisitors = /^\/(login|register)/;

const paths = [...publicRoutes, ...watchPages, ...guardedRoutes('nobody_here')]
  .map(({ path }) => path)
  .filter((path) => !forVisitors.test(path));

// The window of WebKit's browser cannot be narrower.
walkEngines(({ name }) => ({ width: name === 'WebKit' ? 480 : 390, height: 844 }), paths);
