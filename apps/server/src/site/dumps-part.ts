/** The dumps as a part of the site. Games without rounds in the log have only their totals, which the console's figures count. */
import { createDumps } from '../fairness/dumps/engine.ts';
import { areReturnsCounted } from '../staff/console/games/returns/returns.ts';
import type { Core } from './core.ts';
import type { SitePart } from './site-part.ts';

export const wireDumps = ({ database, log, gameModules }: Core): SitePart => {
  const counted = gameModules.filter((game) => game.log === undefined && game.returns !== undefined);
  return {
    engines: [
      createDumps({
        database,
        log,
        games: {
          rounds: gameModules.flatMap((game) => (game.log ? { id: game.id, log: game.log } : [])),
          totals: counted.map(({ id }) => id),
        },
        areCounted: (before) => areReturnsCounted(database.query, counted, before),
      }),
    ],
  };
};
