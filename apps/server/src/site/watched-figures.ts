/** What metrics show of the database. */
import type { GameModule } from '@fairground/game-kit/server';
import { countQueued } from '../players/notices/sql/deliveries.sql.ts';
import { findLastCommands } from '../staff/acts/sql/operator.sql.ts';
import type { DatabaseFigures } from '../platform/metrics.ts';
import type { Database } from '../platform/database/database.ts';
import { readRunning } from './running-play.ts';

/** Returns a function that rejects where the database does not respond. */
export const createFiguresReader = (
  { query, isWritable }: Pick<Database, 'query' | 'isWritable'>,
  games: readonly Pick<GameModule, 'id' | 'watch' | 'running'>[],
): (() => Promise<DatabaseFigures>) => {
  return async () => {
    const commands = await findLastCommands.first(query);
    const queued = await countQueued.run(query);
    const figures = [];
    for (const { id, watch } of games) {
      const counts = await watch?.(query);
      if (counts) figures.push({ game: id, overdue: Number(counts.overdue), void: Number(counts.void) });
    }
    const { backup_at: backupAt, audit_at: at, audit_broken: broken } = commands ?? {};
    return {
      writable: await isWritable(),
      games: figures,
      running: (await readRunning(query, games)).map(({ game, running }) => ({
        game,
        rounds: Number(running),
      })),
      deliveries: queued.map(({ channel, waiting, oldest }) => ({
        channel,
        waiting: Number(waiting),
        oldest,
      })),
      backupAt: backupAt ?? undefined,
      audit: at ? { at, broken: broken ?? 0 } : undefined,
    };
  };
};
