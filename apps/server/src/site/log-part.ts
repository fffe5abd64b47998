/** The public log as a part of the site: its engine and witnesses, its dumps, and the monitor, which adds them up. */
import { createDumps } from '../fairness/dumps/engine.ts';
import { createLogEngine } from '../fairness/log/engine.ts';
import { describeLog, logRoutes } from '../fairness/log/routes.ts';
import { createWitnesses, parseWitness } from '../fairness/log/witnesses.ts';
import { countDay, createMonitor } from '../fairness/dumps/monitor.ts';
import { monitorRoutes } from '../fairness/dumps/monitor-routes.ts';
import { SettingError } from '../platform/settings-reader.ts';
import type { Core } from './core.ts';
import type { SitePart } from './site-part.ts';

export const wireLog = (core: Core): SitePart => {
  const { database, signingKey, gameModules, monitored, settings, log, clock } = core;
  const { query } = database;
  const addresses = settings.witnesses.map((text) => {
    const witness = parseWitness(text);
    if (!witness)
      throw new SettingError(`WITNESSES has ${JSON.stringify(text)}, whose key is no verifier key`);
    return witness;
  });
  const witnesses = createWitnesses({ database, log }, addresses);
  const describe = () =>
    describeLog(
      query,
      signingKey.publicKey,
      addresses.map(({ verifierKey }) => verifierKey),
    );
  const rounds = gameModules.flatMap((game) => (game.log ? { id: game.id, log: game.log } : []));
  const games = { rounds, totals: gameModules.filter((game) => game.stakes && !game.log) };
  const beacon = settings.beaconUrls.length > 0 ? settings.beaconChain : null;
  const monitor = createMonitor({
    query,
    games,
    monitored,
    beacon,
    describeLog: describe,
    nowMs: clock.monotonic,
  });
  return {
    routes: async (app) => {
      await app.register(logRoutes(describe));
      await app.register(monitorRoutes(monitor));
    },
    engines: [
      createLogEngine({
        database,
        signingKey,
        files: [core.secondVerifier],
        games: rounds,
        published: witnesses.ask,
      }),
      createDumps({ database, log, games, monitor: countDay({ monitored, beacon }) }),
    ],
  };
};
