/** What is not over yet, of all games. */
import type { GameModule } from '@fairground/game-kit/server';
import type { Database } from '../platform/database/database.ts';

interface RunningPlay {
  game: string;
  running: bigint;
  waiting: bigint;
}

export const readRunning = async (
  query: Database['query'],
  games: readonly Pick<GameModule, 'id' | 'running'>[],
): Promise<RunningPlay[]> => {
  const rows: RunningPlay[] = [];
  for (const { id, running } of games) {
    const counts = await running?.(query);
    if (counts) rows.push({ game: id, ...counts });
  }
  return rows;
};
