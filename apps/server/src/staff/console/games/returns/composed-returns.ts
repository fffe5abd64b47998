/** Counts what games paid against their rules: a stretch of rounds at a time, and those that were still in play. */
import type { GameReturns } from '@fairground/game-kit/server';
import { composeStatement } from '@fairground/sql/composed';

export interface CountedGame {
  /** The wire id. */
  id: string;
  folder: string;
  returns?: GameReturns;
}

/** The sums of units by day, exact in any order of adding them. */
export const dailySums = (units: string): string =>
  `SELECT day_in_zone(u.at, z.name) AS day, sum(u.bets)::bigint AS bets, sum(u.staked) AS staked, sum(u.paid) AS paid,
      sum(round(u.expected::numeric, 6)) AS expected, sum(round(u.variance::numeric, 6)) AS variance
    FROM (${units}) u CROSS JOIN site_zone z WHERE z.id = 1 AND NOT u.is_open GROUP BY 1`;

const addSums = (game: string, units: string): string =>
  `INSERT INTO game_return AS r (game, day, bets, staked, paid, expected, variance)
      SELECT '${game}', s.* FROM (${dailySums(units)}) s
      ON CONFLICT (game, day) DO UPDATE SET bets = r.bets + excluded.bets, staked = r.staked + excluded.staked,
        paid = r.paid + excluded.paid, expected = r.expected + excluded.expected, variance = r.variance + excluded.variance`;

/** The newest unit, and the transactions in progress then: units with a lower id may still be committed by them. */
const composeHorizon = ({ folder }: CountedGame, { table }: GameReturns) =>
  composeStatement({
    name: `returns-horizon-${folder}`,
    isPrepared: true,
    params: {},
    columns: { newest: 'int8', oldest_running: 'int8', next: 'int8' },
    text: `SELECT coalesce((SELECT max(id) FROM ${table}), 0) AS newest,
        coalesce(pg_snapshot_xmin(s)::text::bigint, 0) AS oldest_running,
        coalesce(pg_snapshot_xmax(s)::text::bigint, 1) AS next
      FROM pg_current_snapshot() s`,
  });

/** Where a stretch of `$3` units after `$1` ends, at `$2` at the latest; null where there is nothing to count. */
const composeBound = ({ folder }: CountedGame, { table, countable }: GameReturns) =>
  composeStatement({
    name: `returns-bound-${folder}`,
    isPrepared: true,
    params: { after: 'int8', newest: 'int8', maxUnits: 'int8' },
    columns: { through: 'int8?' },
    text: `SELECT max(p.id) AS through FROM (
        SELECT t.id FROM ${table} t
        WHERE t.id > $1::bigint AND t.id <= $2::bigint ${countable === undefined ? '' : `AND t.id <= (${countable})`}
        ORDER BY t.id LIMIT $3::bigint
      ) p`,
  });

/** Counts the units after `$2`, up to `$3`. Without a row the epoch was not the leader's, or another one counted them. */
const composeCount = ({ id, folder }: CountedGame, { units }: GameReturns) =>
  composeStatement({
    name: `returns-count-${folder}`,
    isPrepared: true,
    params: { epoch: 'int8', after: 'int8', through: 'int8' },
    columns: { counted_through: 'int8' },
    text: `WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease($1::bigint)),
      moved AS MATERIALIZED (
        UPDATE game_return_progress p SET counted_through = $3::bigint FROM lease
        WHERE p.game = '${id}' AND p.counted_through = $2::bigint RETURNING p.counted_through
      ),
      unit AS MATERIALIZED (
        SELECT u.* FROM moved m, (${units((unit) => `${unit} > $2::bigint AND ${unit} <= $3::bigint`)}) u
      ),
      opened AS (
        INSERT INTO game_return_open (game, id) SELECT '${id}', u.id FROM unit u WHERE u.is_open
      ),
      counted AS (
        ${addSums(id, 'SELECT * FROM unit')}
      )
      SELECT m.counted_through FROM moved m`,
  });

/** Counts those of the open units `$2` that are over, and returns their ids. */
const composeRecount = ({ id, folder }: CountedGame, { units }: GameReturns) =>
  composeStatement({
    name: `returns-recount-${folder}`,
    isPrepared: true,
    params: { epoch: 'int8', ids: 'int8[]' },
    columns: { id: 'int8' },
    text: `WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease($1::bigint)),
      unit AS MATERIALIZED (${units((unit) => `${unit} = ANY ($2::bigint[])`)}),
      closed AS (
        DELETE FROM game_return_open o USING lease
        WHERE o.game = '${id}' AND o.id = ANY ($2::bigint[]) AND NOT EXISTS (
          SELECT FROM unit u WHERE u.id = o.id AND u.is_open)
        RETURNING o.id
      ),
      counted AS (
        ${addSums(id, 'SELECT u.* FROM unit u JOIN closed c ON c.id = u.id')}
      )
      SELECT c.id FROM closed c`,
  });

/** How many units were over before `$1` and are not counted yet. */
const composeUncounted = ({ id, folder }: CountedGame, { units }: GameReturns) =>
  composeStatement({
    name: `returns-uncounted-${folder}`,
    isPrepared: true,
    params: { before: 'timestamptz' },
    columns: { units: 'int8' },
    text: `SELECT count(*) AS units FROM (
        SELECT u.* FROM game_return_progress p, LATERAL (${units((unit) => `${unit} > p.counted_through`)}) u
        WHERE p.game = '${id}'
        UNION ALL
        SELECT u.* FROM game_return_open o, LATERAL (${units((unit) => `${unit} = o.id`)}) u WHERE o.game = '${id}'
      ) u WHERE NOT u.is_open AND u.at < $1::timestamptz`,
  });

export const composeReturns = (games: readonly CountedGame[]) =>
  games.flatMap((game) => {
    const { id, returns } = game;
    if (returns === undefined) return [];
    return {
      game: id,
      unitsPerStep: returns.unitsPerStep,
      horizon: composeHorizon(game, returns),
      bound: composeBound(game, returns),
      count: composeCount(game, returns),
      recount: composeRecount(game, returns),
      uncounted: composeUncounted(game, returns),
    };
  });

export type ComposedReturns = ReturnType<typeof composeReturns>[number];

export const composedStatements = (games: readonly CountedGame[]) =>
  composeReturns(games).flatMap(({ horizon, bound, count, recount, uncounted }) => [
    horizon,
    bound,
    count,
    recount,
    uncounted,
  ]);
