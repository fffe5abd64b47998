/**
 * Games that accept no stakes: because the leader cannot run them, which it writes under its epoch, or because an
 * operator closed them. Every process reads both every second and refuses stakes.
 */
import type { Clock, Timer } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/logger.ts';
import * as sql from './sql/closed-games.sql.ts';

type Query = Database['query'];

export const closeGame = async (query: Query, epoch: bigint, game: string): Promise<void> => {
  await sql.closeGame.run(query, { epoch, game });
};

export const reopenGame = async (query: Query, epoch: bigint, game: string): Promise<void> => {
  await sql.reopenGame.run(query, { epoch, game });
};

export interface ClosedGames {
  has(game: string): boolean;
  list(): readonly string[];
  /** Those that the leader cannot run. */
  failing(): readonly string[];
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
  let failing: readonly string[] = [];
  let timer: Timer | undefined;
  let stopped = false;

  const plan = () => {
    if (!stopped) timer = clock.setTimeout(() => void poll(), pollEveryMs);
  };
  const read = async () => {
    const rows = await sql.readClosedGames.run(query);
    // A game may be closed for both reasons.
    closed = [...new Set(rows.map(({ game }) => game))];
    failing = rows.filter((row) => row.is_failing).map(({ game }) => game);
  };
  const poll = async () => {
    try {
      await read();
    } catch (error) {
      log.debug({ err: error }, 'closed games could not be read');
    } finally {
      plan();
    }
  };

  return {
    has: (game) => closed.includes(game),
    list: () => closed,
    failing: () => failing,
    async load() {
      await read();
      plan();
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
};
