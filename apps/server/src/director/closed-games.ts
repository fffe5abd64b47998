/**
 * Games that accept no stakes because the leader cannot run them. The leader writes the list under its epoch, and every
 * process reads it and refuses stakes.
 */
import type { Clock, Timer } from '../platform/clock.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Log } from '../platform/logger.ts';
import * as sql from './sql/closed-games.sql.ts';

type Query = Database['query'];

export const closeGame = async (query: Query, epoch: bigint, game: string): Promise<void> => {
  await sql.closeGame.run(query, { epoch, game });
};

export const reopenGame = async (query: Query, epoch: bigint, game: string): Promise<void> => {
  await sql.reopenGame.run(query, { epoch, game });
};

const readClosedGames = async (query: Query): Promise<string[]> =>
  (await sql.readClosedGames.run(query)).map(({ game }) => game);

export interface ClosedGames {
  has(game: string): boolean;
  list(): readonly string[];
  load(): Promise<void>;
  stop(): void;
}

const pollEveryMs = 1_000;

export const createClosedGames = ({
  database: { query },
  clock,
  log,
}: {
  database: Pick<Database, 'query'>;
  clock: Clock;
  log: Log;
}): ClosedGames => {
  let closed: readonly string[] = [];
  let timer: Timer | undefined;
  let stopped = false;

  const plan = () => {
    if (!stopped) timer = clock.setTimeout(() => void poll(), pollEveryMs);
  };
  const poll = async () => {
    try {
      closed = await readClosedGames(query);
    } catch (error) {
      log.debug({ err: error }, 'closed games could not be read');
    } finally {
      plan();
    }
  };

  return {
    has: (game) => closed.includes(game),
    list: () => closed,
    async load() {
      closed = await readClosedGames(query);
      plan();
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
};
