/** What each game declares for operators to watch. */
import { composeStatement } from '@fairground/sql/composed';

export interface WatchedGame {
  folder: string;
  watch?: string;
}

export const watchGame = ({ folder, watch }: { folder: string; watch: string }) =>
  composeStatement({
    name: `watch-${folder}`,
    isPrepared: true,
    params: {},
    columns: { overdue: 'int8', void: 'int8' },
    text: `SELECT w.overdue::bigint AS overdue, w.void::bigint AS void FROM (${watch}) w`,
  });

export const composedStatements = (games: readonly WatchedGame[]) =>
  games.flatMap(({ folder, watch }) => (watch === undefined ? [] : [watchGame({ folder, watch })]));
