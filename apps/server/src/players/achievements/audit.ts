/** Achievements against the rules, applied to all transfers that were judged. */
import type { Check } from '../../ledger/audit.ts';
import { movedFrom } from './composed-awards.ts';
import { listAchievements, type AchievingGame } from './rules.ts';

export const achievementChecks = (games: readonly AchievingGame[]): readonly Check[] => {
  const { groups, collection } = listAchievements(games);
  const rules = groups.flatMap((group) => group.rules);
  const needs = collection.needs.map((id) => `'${id}'`).join(', ') || 'NULL';
  return [
    {
      line: 'I21',
      states: 'each achievement follows from committed transfers, and none that was reached is missing',
      broken: `WITH every AS MATERIALIZED (${movedFrom('true')}), reached AS (
          ${rules
            .map(
              ({ id, reached }) => `SELECT '${id}' AS id, r.player_id, min(r.at) AS at
                FROM (${reached(`(SELECT e.* FROM every e WHERE e.id <= (
                  SELECT applied_through FROM achievement_rule WHERE id = '${id}'))`)}) r GROUP BY r.player_id`,
            )
            .join('\n UNION ALL ')}
        )
        SELECT id, player_id, a.reached_at, r.at AS expected_at FROM (
          SELECT * FROM achievement WHERE id IN (${rules.map(({ id }) => `'${id}'`).join(', ')})
        ) a FULL JOIN reached r USING (id, player_id)
        JOIN (SELECT p.id AS player_id, p.closed_at FROM player p) p USING (player_id)
        WHERE p.closed_at IS NULL AND (a.reached_at IS NULL OR r.at IS NULL OR a.reached_at < r.at)`,
    },
    {
      line: 'I21',
      states:
        'the achievement of having played every game belongs to those who have, and closed accounts have none',
      broken: `SELECT player_id, tour.id, firsts.games FROM (
          SELECT player_id, count(*) AS games FROM achievement WHERE id IN (${needs}) GROUP BY player_id
          HAVING count(*) = ${collection.needs.length}
        ) firsts FULL JOIN (SELECT player_id, id FROM achievement WHERE id = '${collection.id}') tour USING (player_id)
        WHERE tour.id IS NULL OR firsts.games IS NULL
        UNION ALL
        SELECT a.player_id, a.id, NULL FROM achievement a JOIN player p ON p.id = a.player_id
        WHERE p.closed_at IS NOT NULL`,
    },
  ];
};
