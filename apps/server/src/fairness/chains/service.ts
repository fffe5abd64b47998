/**
 * Restarts fairness after the database went back in time. Everything that was drawn between the moment it went
 * back to and now is known to players, so none of it may be drawn again: open games are void and their stakes go
 * back, chains end and new ones are published, the seeds of all players are opened and replaced. One transaction; no
 * process of the site may be running.
 */
import type { RowOf } from '@fairground/sql';
import type { OpenPlay, VoidedPlay, VoidOpen } from '../../director/void-open.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Entropy } from '../../platform/entropy.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import { insertChain, makeChain, seedOfLink, type MadeChain } from './seed-chain.ts';
import * as sql from './sql/chains.sql.ts';
import * as restarts from './sql/restart.sql.ts';

type Query = Database['query'];

export type RestartReason = 'restore' | 'recovery';

export interface RestartSummary {
  /** Ids of every kind go on above this. */
  idFloor: bigint;
  voided: readonly VoidedPlay[];
  chains: readonly { game: string; endedChain: string; newChain: string; terminalHash: string }[];
  playerSeeds: number;
  sessions: number;
}

export const restartFairness = async (deps: {
  database: Pick<Database, 'query' | 'transaction'>;
  seal: Seal;
  entropy: Entropy;
  reason: RestartReason;
  /** When the backup was made; null where that is not known. */
  restoredTo: Date | null;
  games: readonly VoidOpen[];
  /** Reveals and replaces every seed of every player; returns how many. */
  revealPlayerSeeds: (query: Query) => Promise<number>;
  /** What else goes into the same transaction, such as closing accounts again. */
  alsoWithin: (query: Query, idFloor: bigint) => Promise<void>;
}): Promise<RestartSummary> => {
  const { database, seal, entropy } = deps;
  // A million hashes each: computed before the transaction, which then has its locks for a short time.
  const made = new Map<string, MadeChain>();
  for (const { game, links } of await restarts.findNewestOpenChains.run(database.query)) {
    made.set(game, await makeChain(entropy, links));
  }
  return database.transaction(async (query) => {
    await query({ text: 'SET LOCAL idle_in_transaction_session_timeout = 0', values: [] });
    const idFloor = (await restarts.findIdFloor.first(query))?.floor ?? 0n;
    await restarts.skipIds.run(query, { floor: idFloor });
    const epoch = await raiseEpoch(query);
    const restart = await restarts.insertRestart.first(query, {
      reason: deps.reason,
      restoredTo: deps.restoredTo,
    });
    if (!restart) throw new Error('an insert returned no row');
    const voided: VoidedPlay[] = [];
    const open: OpenPlay = {
      query,
      seal,
      epoch,
      seedOfLink: (chainId, link) => seedOfLink({ database: { query }, seal }, chainId, link),
    };
    for (const voidOpen of deps.games) voided.push(await voidOpen(open));
    const ended = await restarts.endChains.run(query, { restartId: restart.id });
    const chains: RestartSummary['chains'][number][] = [];
    for (const [game, chain] of made) {
      const newChain = await insertChain(query, { game, made: chain, seal, entropy });
      chains.push({
        game: toWireGame(game),
        endedChain: ended
          .filter((each) => each.game === game)
          .map(({ id }) => id)
          .join(', '),
        newChain: String(newChain),
        terminalHash: chain.terminalHash.toString('hex'),
      });
    }
    const playerSeeds = await deps.revealPlayerSeeds(query);
    const sessions = await endSessions(query);
    await deps.alsoWithin(query, idFloor);
    await query({ text: 'DROP TABLE IF EXISTS unfinished_restore', values: [] });
    return { idFloor, voided, chains, playerSeeds, sessions };
  });
};

/** A leader from before writes nothing more. */
const raiseEpoch = async (query: Query): Promise<bigint> => {
  const row = await restarts.raiseEpoch.first(query);
  if (!row) throw new Error('there is no lease');
  return row.epoch;
};

const endSessions = async (query: Query): Promise<number> => {
  await restarts.deleteAllResets.run(query);
  return (await restarts.endAllSessions.first(query))?.count ?? 0;
};

/** So long after a restore the sign-in page says that there was one. */
const toldForMs = 14 * 24 * 3_600_000;

export interface Restore {
  /** When the backup was made; null where that is not known. */
  to: Date | null;
}

/** What visitors are told of the last restore; null where there was none, or it was long ago. */
export const readRestore = async (
  query: Query,
  databaseNowMs: () => number,
): Promise<() => Restore | null> => {
  // No site runs during a restore: it is the last one until this process ends.
  const last = await sql.findLastRestart.first(query);
  if (!last) return () => null;
  const untilMs = last.at.getTime() + toldForMs;
  return () => (databaseNowMs() < untilMs ? { to: last.restored_to } : null);
};

export type ChainRow = RowOf<typeof sql.readChains>;

/** Newest first. */
export const readChains = (query: Query): Promise<ChainRow[]> => sql.readChains.run(query);

/** Chains are named in kebab case; the wire and the operator have the game's id. Takes either spelling. */
export const toWireGame = (name: string): string =>
  name.replaceAll(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
