/** The figures of this moment, read once for all who look at them within a second. */
import type { NowAnswer } from '@fairground/contract/console/now';
import type { Maintenance } from '@fairground/contract/maintenance';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseFigures } from '../../../platform/metrics.ts';
import type { Database } from '../../../platform/database/database.ts';
import * as sql from './sql/now.sql.ts';
import { warningsOf } from './warnings.ts';

export interface NowDeps {
  database: Pick<Database, 'query' | 'poolCounts'>;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Wire ids, in the order of the list. */
  games: readonly string[];
  /** As players know a game. */
  nameOf: (game: string) => string;
  closedGames: () => readonly string[];
  maintenance: () => Maintenance | null;
  connected: () => number;
  connections: () => number;
  isDirector: () => boolean;
  messages: () => 'ok' | 'away';
  openRequests: () => Promise<number>;
  readFigures: () => Promise<DatabaseFigures>;
}

const cachedMs = 1_000;

export const createNowService = (deps: NowDeps) => {
  const { database, clock } = deps;
  let cached: { answer: Promise<NowAnswer>; untilMs: number } | undefined;

  const read = async (): Promise<NowAnswer> => {
    const [figures, openRequests, pace, backlog] = await Promise.all([
      deps.readFigures(),
      deps.openRequests(),
      sql.readPace.first(database.query),
      sql.readBacklog.first(database.query),
    ]);
    const seconds = pace?.seconds ?? 60;
    const stakes = Number(pace?.stakes ?? 0n);
    const watched = new Map(figures.games.map((each) => [each.game, each]));
    const closed = deps.closedGames();
    const now = {
      at: new Date(clock.now()).toISOString(),
      since: (backlog?.since ?? new Date(clock.now())).toISOString(),
      connected: deps.connected(),
      newPlayers: Number(backlog?.new_players ?? 0n),
      pace: {
        seconds,
        stakes,
        stakesPerSecond: stakes / seconds,
        stakeCoins: Number(pace?.stake_coins ?? 0n),
        payoutCoins: Number(pace?.payout_coins ?? 0n),
      },
      process: {
        isDirector: deps.isDirector(),
        messages: deps.messages(),
        connections: deps.connections(),
        pool: database.poolCounts(),
      },
      database: { isWritable: figures.writable, bytes: Number(backlog?.database_bytes ?? 0n) },
      games: deps.games.map((game) => ({
        game,
        name: deps.nameOf(game),
        isClosed: closed.includes(game),
        overdue: watched.get(game)?.overdue ?? null,
        void: watched.get(game)?.void ?? null,
      })),
      maintenance: deps.maintenance(),
      backupAt: figures.backupAt?.toISOString() ?? null,
      audit: figures.audit ? { at: figures.audit.at.toISOString(), broken: figures.audit.broken } : null,
      openRequests,
      openMessages: Number(backlog?.open_messages ?? 0n),
    };
    return { ...now, warnings: warningsOf(now) };
  };

  return {
    read(): Promise<NowAnswer> {
      const nowMs = clock.monotonic();
      if (cached && cached.untilMs > nowMs) return cached.answer;
      const answer = read();
      cached = { answer, untilMs: nowMs + cachedMs };
      // A failure is not cached.
      answer.catch(() => (cached = undefined));
      return answer;
    },
  };
};

export type NowService = ReturnType<typeof createNowService>;
