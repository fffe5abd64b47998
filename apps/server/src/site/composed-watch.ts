/** What each game declares for operators to watch. */
import { composeStatement } from '@fairground/sql/composed';

export interface WatchedGame {
  id: string;
  folder: string;
  watch?: string;
  running?: string;
}

export const watchGame = ({ folder, watch }: { folder: string; watch: string }) =>
  composeStatement({
    name: `watch-${folder}`,
    isPrepared: true,
    params: {},
    columns: { overdue: 'int8', void: 'int8' },
    text: `SELECT w.overdue::bigint AS overdue, w.void::bigint AS void FROM (${watch}) w`,
  });

/** What is not over yet, of all games. */
export const readRunning = (games: readonly WatchedGame[]) =>
  composeStatement({
    name: 'running-play',
    isPrepared: true,
    params: {},
    columns: { game: 'text', running: 'int8', waiting: 'int8' },
    text: games
      .flatMap(({ id, running }) =>
        running === undefined
          ? []
          : [
              `SELECT '${id}'::text AS game, r.running::bigint AS running, r.waiting::bigint AS waiting FROM (${running}) r`,
            ],
      )
      .join('\nUNION ALL\n'),
  });

export const composedStatements = (games: readonly WatchedGame[]) => [
  ...games.flatMap(({ folder, watch }) => (watch === undefined ? [] : [watchGame({ folder, watch })])),
  readRunning(games),
];
