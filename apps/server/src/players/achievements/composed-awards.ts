/** Applies rules of achievements to a stretch of transfers, in one statement that checks the director's epoch. */
import { composeStatement } from '@fairground/sql/composed';
import { listAchievements, type AchievingGame, type Collection, type RuleGroup } from './rules.ts';

/**
 * No batch has more transfers: each of four times as many takes half as long again. The statement names it, so that a
 * plan for any parameters expects no more either, and is not made again for each batch.
 */
export const maxAwardBatch = 250;

/** Transfers of players with what rules know of them, from those that `where` selects. */
export const movedFrom = (where: string): string =>
  `SELECT t.id, t.kind::text AS kind, t.source, (greatest(t.debit_account, t.credit_account) - 1000) / 2 AS player_id,
      t.amount, t.created_at AS at
    FROM transfer t WHERE ${where}`;

/** Reached with what was awarded now: `awarded (player_id, id, reached_at)`. */
const collected = ({ id, needs }: Collection): string =>
  `SELECT '${id}' AS id, o.player_id, max(o.reached_at) AS at FROM (
      SELECT a.player_id, a.id, a.reached_at FROM achievement a WHERE a.player_id IN (SELECT player_id FROM awarded)
      UNION SELECT player_id, id, reached_at FROM awarded
    ) o WHERE o.id IN (${needs.map((need) => `'${need}'`).join(', ')})
    GROUP BY o.player_id HAVING count(*) = ${needs.length}`;

/** The transfers that are judged at once. */
const batch = `t.id > $3::bigint AND t.id <= $4::bigint ORDER BY t.id LIMIT ${maxAwardBatch}`;

/**
 * Awards what the rules named in `$2` find in the transfers after `$3`, up to `$4`, and moves the rules on. Without a
 * row the epoch was not the leader's. Where nothing was awarded there is one row, without an achievement. Players are
 * notified of what they reached in the last `$5` milliseconds.
 */
const composeAward = ({ name, rules, undecidedSince }: RuleGroup, collection: Collection | undefined) =>
  composeStatement({
    name: `achievements-award-${name}`,
    isPrepared: true,
    params: { epoch: 'int8', rules: 'text[]', after: 'int8', through: 'int8', newsMs: 'int8' },
    columns: { through: 'int8?', id: 'text?', player_id: 'int8?', reached_at: 'text?', notified: 'int8[]' },
    text: `WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease($1::bigint)),
    stretch AS MATERIALIZED (${movedFrom(batch)}),
    judged AS MATERIALIZED (
      SELECT coalesce((SELECT min(s.id) - 1 FROM stretch s WHERE s.at >= u.since), $4::bigint) AS through
      FROM lease CROSS JOIN (SELECT (${undecidedSince ?? "SELECT 'infinity'::timestamptz"}) AS since) u
    ),
    moved AS MATERIALIZED (SELECT s.* FROM stretch s JOIN judged j ON s.id <= j.through),
    reached AS MATERIALIZED (
      ${rules.map(reachedBy).join('\n UNION ALL ')}
    ),
    open_player AS MATERIALIZED (
      -- Either a closing of the account finds what is written here, or nothing is written.
      SELECT p.id FROM player p WHERE p.id IN (SELECT player_id FROM reached) AND p.closed_at IS NULL
      ORDER BY p.id FOR KEY SHARE
    ),
    awarded AS (
      INSERT INTO achievement (player_id, id, reached_at)
      SELECT r.player_id, r.id, r.at FROM reached r JOIN open_player p ON p.id = r.player_id
      ORDER BY r.player_id, r.id ON CONFLICT DO NOTHING RETURNING player_id, id, reached_at
    ),
    completed AS (
      ${
        collection
          ? 'INSERT INTO achievement (player_id, id, reached_at) SELECT c.player_id, c.id, c.at FROM ' +
            `(${collected(collection)}) c ON CONFLICT DO NOTHING RETURNING player_id, id, reached_at`
          : 'SELECT * FROM awarded WHERE false'
      }
    ),
    applied AS (
      UPDATE achievement_rule r SET applied_through = j.through FROM judged j
      WHERE r.id = ANY ($2::text[]) AND r.applied_through = $3::bigint
    ),
    news AS MATERIALIZED (
      SELECT a.player_id, a.id FROM (SELECT * FROM awarded UNION ALL SELECT * FROM completed) a
      WHERE a.reached_at > clock_timestamp() - $5::bigint * interval '1 millisecond'
    ),
    notified AS MATERIALIZED (
      SELECT c.player_id FROM (
        SELECT array_agg(n.player_id) AS players, array_agg(n.id) AS sources,
          array_agg(json_build_object('achievement', n.id)::text) AS details
        FROM news n
      ) g CROSS JOIN LATERAL create_notices('achievement', true, g.players, g.sources, g.details) AS c (player_id)
    )
    SELECT j.through, a.id, a.player_id, to_json(a.reached_at) #>> '{}' AS reached_at,
      ARRAY(SELECT DISTINCT player_id FROM notified) AS notified
    FROM judged j LEFT JOIN (SELECT * FROM awarded UNION ALL SELECT * FROM completed) a ON true`,
  });

/** Players who reach a rule and do not have its achievement yet. */
const reachedBy = ({ id, reached }: RuleGroup['rules'][number]): string => {
  const moved = `(SELECT m.* FROM moved m WHERE NOT EXISTS (
      SELECT FROM achievement h WHERE h.player_id = m.player_id AND h.id = '${id}'))`;
  return `SELECT '${id}'::text AS id, r.player_id, min(r.at) AS at FROM (${reached(moved)}) r
      WHERE '${id}' = ANY ($2::text[]) GROUP BY r.player_id`;
};

export const composeAwards = (games: readonly AchievingGame[]) => {
  const { groups, collection } = listAchievements(games);
  return groups.map((group, index) => ({
    group,
    award: composeAward(group, index === 0 && collection.needs.length > 0 ? collection : undefined),
  }));
};

export const composedStatements = (games: readonly AchievingGame[]) =>
  composeAwards(games).map(({ award }) => award);
