/** The public log as a part of the site: its engine, its call, and the witnesses that sign it. */
import { createLogEngine } from '../fairness/log/engine.ts';
import { logRoutes } from '../fairness/log/routes.ts';
import { createWitnesses, parseWitness } from '../fairness/log/witnesses.ts';
import { SettingError } from '../platform/settings-reader.ts';
import type { Core } from './core.ts';
import type { SitePart } from './site-part.ts';

export const wireLog = (core: Core): SitePart => {
  const { database, signingKey, gameModules, settings, log } = core;
  const addresses = settings.witnesses.map((text) => {
    const witness = parseWitness(text);
    if (!witness)
      throw new SettingError(`WITNESSES has ${JSON.stringify(text)}, whose key is no verifier key`);
    return witness;
  });
  const witnesses = createWitnesses({ database, log }, addresses);
  return {
    routes: logRoutes(
      database.query,
      signingKey,
      addresses.map(({ verifierKey }) => verifierKey),
    ),
    engines: [
      createLogEngine({
        database,
        signingKey,
        files: [core.secondVerifier],
        games: gameModules.flatMap(({ id, log: rounds }) => (rounds ? { id, log: rounds } : [])),
        published: witnesses.ask,
      }),
    ],
  };
};
