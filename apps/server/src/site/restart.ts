/** Everything that is done to a database that went back in time, before a site may run on it again. */
import { parseActs, readLines } from '../identity/lasting-acts/acts-file.ts';
import { allAccounts } from '../identity/lasting-acts/service.ts';
import { listFiles, listOpenAccounts } from '../identity/lasting-acts/sql/lasting-acts.sql.ts';
import { openSeedKey } from '../fairness/chains/seed-key.ts';
import { restartFairness, type RestartReason, type RestartSummary } from '../fairness/chains/service.ts';
import { logCommand } from '../staff/acts/log.ts';
import { revealAllSeeds } from '../fairness/player-seeds/service.ts';
import { createNotices } from '../players/notices/service.ts';
import { createAddressHash } from '../platform/secrets/address-hash.ts';
import type { Database } from '../platform/database/database.ts';
import type { Entropy } from '../platform/entropy.ts';
import { actAgain, type ActedAgain } from './act-again.ts';
import { loadGames } from './games.ts';

export interface Restarted extends RestartSummary {
  actedAgain: ActedAgain;
  /** Files of lasting acts that were in use and were not given. */
  filesMissing: readonly { host: string; path: string }[];
}

export const restartSite = async (options: {
  database: Database;
  entropy: Entropy;
  seedKeyFile: string;
  /** Files of lasting acts. */
  actsFiles: readonly string[];
  reason: RestartReason;
  /** When the backup was made, if that is known: players are told. */
  restoredTo: string | null;
  /** What else is written to the operator's log. */
  details: object;
}): Promise<Restarted> => {
  const { database, entropy, reason } = options;
  const { seal, closingKey } = await openSeedKey({
    query: database.query,
    path: options.seedKeyFile,
  });
  const files = await Promise.all(options.actsFiles.map((path) => readLines(path)));
  const acts = parseActs(files.flatMap((lines) => [...lines]));
  const filesMissing = (await listFiles.run(database.query)).filter(({ id }) => !acts.files.has(id));
  let actedAgain: ActedAgain | undefined;
  const summary = await restartFairness({
    database,
    seal,
    entropy,
    reason,
    restoredTo: options.restoredTo === null ? null : new Date(options.restoredTo),
    games: (await loadGames()).flatMap(({ voidOpen }) => voidOpen ?? []),
    revealPlayerSeeds: (query) => revealAllSeeds(query, { seal, entropy }),
    async alsoWithin(query, idFloor) {
      const hashAddress = createAddressHash(closingKey);
      actedAgain = await actAgain(query, { acts, closingKey, entropy, hashAddress });
      await notifyPlayers(query, { to: options.restoredTo, source: String(idFloor) });
      await logCommand(query, reason === 'restore' ? 'restore' : 'fairness restart', {
        ...options.details,
        idFloor: String(idFloor),
        actedAgain,
        filesMissing: filesMissing.map(({ host, path }) => ({ host, path })),
      });
    },
  });
  if (!actedAgain) throw new Error('the restart did not do the lasting acts again');
  return { ...summary, actedAgain, filesMissing };
};

/** Each open account has the notice at the next visit. */
const notifyPlayers = async (
  query: Database['query'],
  { to, source }: { to: string | null; source: string },
): Promise<void> => {
  const notify = (ids: readonly bigint[]) =>
    createNotices(
      query,
      'restored',
      ids.map((playerId) => ({ playerId, data: { to }, source })),
    );
  let ids: bigint[] = [];
  for await (const { id } of allAccounts(query, listOpenAccounts)) {
    ids.push(id);
    if (ids.length < 1_000) continue;
    await notify(ids);
    ids = [];
  }
  await notify(ids);
};

/** What was done, a line each. */
export const describeRestart = ({
  idFloor,
  voided,
  chains,
  playerSeeds,
  sessions,
  actedAgain: { breaks, limits, suspensions, closings },
  filesMissing,
}: Restarted): string[] => [
  ...voided.map(({ game, refunded }) => `${game}: ${refunded} open stakes were given back`),
  ...chains.map(
    ({ game, endedChain, newChain, terminalHash }) =>
      `${game}: chain ${endedChain} is ended; chain ${newChain} is published with the terminal hash ${terminalHash}`,
  ),
  `ids of every kind go on above ${idFloor}, so that none is given out again`,
  `${playerSeeds} seeds of players are revealed and replaced`,
  `${sessions} sessions are ended`,
  `${breaks} breaks, ${limits} limits and ${suspensions} suspensions are in effect again`,
  `${closings} accounts are closed again`,
  ...filesMissing.map(
    ({ host, path }) =>
      `WARNING ${path} of ${host} was not given: what was decided there alone since the backup is lost`,
  ),
];
