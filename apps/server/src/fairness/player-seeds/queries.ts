/** The statements on player seeds that take an array for each column, as functions of rows. */
import type { Database } from '../../platform/database/database.ts';
import * as sql from './sql/seeds.sql.ts';

type Query = Database['query'];

export interface NewSeed {
  playerId: bigint;
  sealed: Buffer;
  commitment: Buffer;
}

export interface NewPair {
  current: NewSeed & { clientSeed: string };
  next: NewSeed;
}

export const insertPairs = async (query: Query, pairs: readonly NewPair[]): Promise<void> => {
  await sql.insertPairs.run(query, {
    playerIds: pairs.flatMap(({ current, next }) => [current.playerId, next.playerId]),
    states: pairs.flatMap(() => ['current', 'next'] as const),
    sealed: pairs.flatMap(({ current, next }) => [current.sealed, next.sealed]),
    commitments: pairs.flatMap(({ current, next }) => [current.commitment, next.commitment]),
    clientSeeds: pairs.flatMap(({ current }) => [current.clientSeed, null]),
  });
};

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
