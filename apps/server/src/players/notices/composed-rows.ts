/** Notices of what games settled, by what each game declares: see `GameNotices`. */
import type { GameNotices } from '@fairground/game-kit/server';
import { composeStatement } from '@fairground/sql/composed';

export interface NotifyingGame {
  id: string;
  folder: string;
  notices: GameNotices;
}

const withTypes = (text: string): string => text.replaceAll(/\$(\d)(?!::)/g, '$$$1::bigint');

/** A kind of notice and whether the list has it by default, as an SQL literal. */
const kindsOf = ({ kinds }: GameNotices): string =>
  kinds.map(({ kind, inboxByDefault }) => `('${kind}', ${inboxByDefault})`).join(', ');

/** Begins where the game is now; a place that was noted before stays. */
const beginAt = ({ id, folder, notices }: NotifyingGame) =>
  composeStatement({
    name: `notices-begin-${folder}`,
    params: { epoch: 'int8' },
    columns: { place: 'int8' },
    text: `WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease($1::bigint))
      INSERT INTO notice_mark (game, place)
      SELECT '${id}', coalesce(n.place, 0) FROM lease, (${notices.newest}) n
      ON CONFLICT (game) DO NOTHING RETURNING place`,
  });

/** One statement makes the notices of the next rows and moves the mark on; no row where there are none. */
const makeNext = ({ id, folder, notices }: NotifyingGame) => {
  const next = withTypes(notices.next).replaceAll('$1::bigint', 'm.place');
  const rows = withTypes(notices.rows)
    .replaceAll('$1::bigint', '(SELECT place FROM mark)')
    .replaceAll('$2::bigint', '(SELECT place FROM reached)');
  return composeStatement({
    name: `notices-next-${folder}`,
    params: { epoch: 'int8', maxRows: 'int8' },
    columns: { place: 'int8', players: 'int8[]' },
    text: `WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease($1::bigint)),
      mark AS MATERIALIZED (
        SELECT k.place FROM lease, notice_mark k WHERE k.game = '${id}' FOR NO KEY UPDATE OF k
      ),
      reached AS MATERIALIZED (
        SELECT n.place FROM mark m CROSS JOIN LATERAL (${next}) n WHERE n.place > m.place
      ),
      rows AS MATERIALIZED (${rows}),
      made AS MATERIALIZED (
        SELECT c.player_id FROM (
          SELECT k.kind, k.by_default, array_agg(r.player_id) AS players, array_agg(r.source) AS sources,
            array_agg(r.details) AS details
          FROM rows r JOIN (VALUES ${kindsOf(notices)}) AS k (kind, by_default) ON k.kind = r.kind
          GROUP BY k.kind, k.by_default
        ) g CROSS JOIN LATERAL create_notices(g.kind, g.by_default, g.players, g.sources, g.details) AS c (player_id)
      ),
      moved AS (UPDATE notice_mark k SET place = r.place FROM reached r WHERE k.game = '${id}' RETURNING k.place)
      SELECT moved.place, ARRAY(SELECT DISTINCT player_id FROM made) AS players FROM moved`,
  });
};

export const composeNotices = (game: NotifyingGame) => ({ begin: beginAt(game), next: makeNext(game) });

export const notifyingGames = (
  games: readonly { id: string; folder: string; notices?: GameNotices }[],
): NotifyingGame[] => games.flatMap(({ id, folder, notices }) => (notices ? [{ id, folder, notices }] : []));

export const composedStatements = (games: readonly { id: string; folder: string; notices?: GameNotices }[]) =>
  notifyingGames(games).flatMap((game) => Object.values(composeNotices(game)));
