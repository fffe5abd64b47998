/**
 * Games that accept no stakes: because the leader cannot run them or misses the beacon's values, which it writes under
 * its epoch, or because an operator closed them. Every process reads all every second and refuses stakes.
 */
import { repeat, type Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/logger.ts';
import * as sql from './sql/closed-games.sql.ts';

type Query = Database['query'];

/** Why the leader closes a game: its engine fails, or the beacon did not answer in time. */
export type ClosingReason = 'engine' | 'beacon';

export interface Closing {
  epoch: bigint;
  game: string;
  reason: ClosingReason;
}

export const closeGame = async (query: Query, closing: Closing): Promise<void> => {
  await sql.closeGame.run(query, closing);
};

export const reopenGame = async (query: Query, closing: Closing): Promise<void> => {
  await sql.reopenGame.run(query, closing);
};

export const isClosedFor = async (query: Query, closing: Omit<Closing, 'epoch'>): Promise<boolean> =>
  (await sql.isClosedFor.first(query, closing))?.found === true;

const pollEveryMs = 1_000;

export const createClosedGames = ({
  database: { query },
  clock,
  log,
}: {
  database: Pick<Database, 'query'>;
  clock: Clock;
  log: Log;
}) => {
  let closed: readonly string[] = [];
  let byLeader: readonly { game: string; reason: string }[] = [];

  const read = async () => {
    const rows = await sql.readClosedGames.run(query);
    // A game may be closed for several reasons.
    closed = [...new Set(rows.map(({ game }) => game))];
    byLeader = rows.filter(({ reason }) => reason !== 'operator');
  };
  const poll = repeat(clock, pollEveryMs, read, (error) =>
    log.debug({ err: error }, 'closed games could not be read'),
  );

  return {
    has: (game: string) => closed.includes(game),
    list: (): readonly string[] => closed,
    /** Games that the leader cannot run. */
    failing: (): readonly string[] => [...new Set(byLeader.map(({ game }) => game))],
    /** Games that the leader closed because the beacon's values are missing. */
    withoutBeacon: (): readonly string[] =>
      byLeader.filter(({ reason }) => reason === 'beacon').map(({ game }) => game),
    async load() {
      await read();
      poll.start();
    },
    stop: poll.stop,
  };
};
