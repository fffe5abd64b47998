/** The SQL of player seeds. */
import type { Database } from '../../platform/postgres/database.ts';
import * as sql from './sql/seeds.sql.ts';

type Query = Database['query'];

export { lockWallets } from '../../ledger/locks.ts';

export type SeedRow = sql.LockCurrentRow;
export type NextSeedRow = sql.LockNextRow;
export type PairRow = sql.FindPairRow;

export interface FreshSeed {
  playerId: bigint;
  sealed: Buffer;
  commitment: Buffer;
}

export interface FreshPair {
  current: FreshSeed & { clientSeed: string };
  next: FreshSeed;
}

export const lockCurrent = (query: Query, playerIds: readonly bigint[]): Promise<SeedRow[]> =>
  sql.lockCurrent.run(query, { playerIds });

export const insertPairs = async (query: Query, pairs: readonly FreshPair[]): Promise<void> => {
  await sql.insertPairs.run(query, {
    playerIds: pairs.flatMap(({ current, next }) => [current.playerId, next.playerId]),
    states: pairs.flatMap(() => ['current', 'next'] as const),
    sealed: pairs.flatMap(({ current, next }) => [current.sealed, next.sealed]),
    commitments: pairs.flatMap(({ current, next }) => [current.commitment, next.commitment]),
    clientSeeds: pairs.flatMap(({ current }) => [current.clientSeed, null]),
  });
};

export const findPair = (query: Query, playerId: bigint): Promise<PairRow | undefined> =>
  sql.findPair.first(query, { playerId });

export const lockNext = async (query: Query, playerId: bigint): Promise<NextSeedRow> => {
  const row = await sql.lockNext.first(query, { playerId });
  if (!row) throw new Error(`player ${playerId} has no announced seed`);
  return row;
};

export const revealSeed = async (query: Query, seedId: bigint, seed: Buffer): Promise<void> => {
  await sql.revealSeed.run(query, { seedId, seed });
};

/** Seeds that are not revealed, in the order of their ids. */
export const readSealed = (query: Query, after: bigint, limit: number): Promise<sql.ReadSealedRow[]> =>
  sql.readSealed.run(query, { after, maxSeeds: limit });

export const revealSeeds = async (
  query: Query,
  revealed: readonly { id: bigint; seed: Buffer; clientSeed: string }[],
): Promise<void> => {
  await sql.revealSeeds.run(query, {
    seedIds: revealed.map(({ id }) => id),
    seeds: revealed.map(({ seed }) => seed),
    clientSeeds: revealed.map(({ clientSeed }) => clientSeed),
  });
};

export const activateNext = async (query: Query, seedId: bigint, clientSeed: string): Promise<void> => {
  await sql.activateNext.run(query, { seedId, clientSeed });
};

export const insertNext = async (query: Query, seed: FreshSeed): Promise<void> => {
  await sql.insertNext.run(query, { ...seed });
};
