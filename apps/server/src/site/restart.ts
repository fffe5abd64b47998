/** Everything that is done to a database that went back in time, before a site may run on it again. */
import { closeAgain } from '../identity/closing/close-again.ts';
import { findReopened, readEntries } from '../identity/closing/closed-list.ts';
import { openSeedKey } from '../fairness/chains/seed-key.ts';
import { restartFairness, type RestartReason, type RestartSummary } from '../fairness/chains/service.ts';
import { logCommand } from '../staff/acts/log.ts';
import { revealAllSeeds } from '../fairness/player-seeds/service.ts';
import { createAddressHash } from '../platform/secrets/address-hash.ts';
import type { Database } from '../platform/database/database.ts';
import type { Entropy } from '../platform/entropy.ts';
import { loadGames } from './games.ts';

export interface Restarted extends RestartSummary {
  accountsClosedAgain: number;
}

export const restartSite = async (options: {
  database: Database;
  entropy: Entropy;
  seedKeyFile: string;
  /** Lists of closed accounts. */
  closedLists: readonly string[];
  reason: RestartReason;
  /** What else is written to the operator's log. */
  details: object;
}): Promise<Restarted> => {
  const { database, entropy, reason } = options;
  const { seal, closingKey } = await openSeedKey({
    query: database.query,
    path: options.seedKeyFile,
  });
  const lists = await Promise.all(options.closedLists.map((path) => readEntries(path)));
  const entries = new Set(lists.flatMap((list) => [...list]));
  let accountsClosedAgain = 0;
  const summary = await restartFairness({
    database,
    seal,
    entropy,
    reason,
    games: (await loadGames()).flatMap(({ voidOpen }) => voidOpen ?? []),
    revealPlayerSeeds: (query) => revealAllSeeds(query, { seal, entropy }),
    async alsoWithin(query) {
      const reopened = await findReopened(query, closingKey, entries);
      await closeAgain(query, { entropy, hashAddress: createAddressHash(closingKey) }, reopened);
      accountsClosedAgain = reopened.length;
      await logCommand(query, reason === 'restore' ? 'restore' : 'fairness restart', {
        ...options.details,
        accountsClosedAgain,
      });
    },
  });
  return { ...summary, accountsClosedAgain };
};

/** What was done, a line each. */
export const describeRestart = ({
  voided,
  chains,
  playerSeeds,
  sessions,
  accountsClosedAgain,
}: Restarted): string[] => [
  ...voided.map(({ game, refunded }) => `${game}: ${refunded} open stakes were given back`),
  ...chains.map(
    ({ game, endedChain, newChain, terminalHash }) =>
      `${game}: chain ${endedChain} is ended; chain ${newChain} is published with the terminal hash ${terminalHash}`,
  ),
  `${playerSeeds} seeds of players are revealed and replaced`,
  `${sessions} sessions are ended`,
  `${accountsClosedAgain} accounts are closed again`,
];
