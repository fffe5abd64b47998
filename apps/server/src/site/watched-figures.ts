/** What metrics show of the database. */
import { countQueued } from '../players/notices/sql/deliveries.sql.ts';
import { readReturns } from '../staff/console/games/returns/returns.ts';
import { findLastCommands } from '../staff/acts/sql/operator.sql.ts';
import type { DatabaseFigures } from '../platform/telemetry/metrics.ts';
import type { Database } from '../platform/database/database.ts';
import { readRunning, watchGame, type WatchedGame } from './composed-watch.ts';

/** Returns a function that rejects where the database does not respond. */
export const createFiguresReader = (
  { query, isWritable }: Pick<Database, 'query' | 'isWritable'>,
  games: readonly WatchedGame[],
): (() => Promise<DatabaseFigures>) => {
  const watched = games.flatMap(({ id, folder, watch }) =>
    watch === undefined ? [] : [{ game: id, statement: watchGame({ folder, watch }) }],
  );
  const running = readRunning(games);
  return async () => {
    const commands = await findLastCommands.first(query);
    const queued = await countQueued.run(query);
    const figures = [];
    for (const { game, statement } of watched) {
      const counts = await statement.first(query, {});
      figures.push({ game, overdue: Number(counts?.overdue), void: Number(counts?.void) });
    }
    const returns = (await readReturns(query)).filter(({ span }) => span === 'all');
    const { backup_at: backupAt, audit_at: at, audit_broken: broken } = commands ?? {};
    return {
      writable: await isWritable(),
      games: figures,
      running: (await running.run(query, {})).map((row) => ({ game: row.game, rounds: Number(row.running) })),
      returns,
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
