/** Invariants of punch cards, recomputed from the rows. */
import type { Check } from '../../ledger/audit.ts';

export const cardChecks: readonly Check[] = [
  {
    line: 'I10',
    states: 'each bonus of a punch card is one claim of that player, and each claim one bonus',
    broken: `SELECT coalesce(k.id, t.source) AS claim, k.coins, t.amount
      FROM (SELECT * FROM card_claim WHERE coins > 0) k
      FULL JOIN (SELECT * FROM transfer WHERE kind = 'card') t ON t.source = k.id
      WHERE k.id IS NULL OR t.id IS NULL OR t.amount <> k.coins
        OR t.debit_account <> 7 OR t.credit_account <> 1000 + 2 * k.player_id
      UNION ALL
      SELECT id, NULL, amount FROM transfer WHERE (kind = 'card') <> (debit_account = 7) OR credit_account = 7`,
  },
  {
    line: 'I10',
    states: 'claims are numbered from 1, and each has seven stamps of its own',
    broken: `SELECT k.player_id, k.claims, k.highest, s.stamps FROM (
        SELECT player_id, count(*) AS claims, max(number) AS highest FROM card_claim GROUP BY player_id
      ) k LEFT JOIN (SELECT player_id, count(*) AS stamps FROM stamp GROUP BY player_id) s USING (player_id)
      JOIN player p ON p.id = k.player_id
      WHERE k.claims <> k.highest OR (p.closed_at IS NULL AND 7 * k.claims > coalesce(s.stamps, 0))`,
  },
  {
    line: 'I10',
    states:
      'each stamp was given at a stake or for a spin, and the last day on which a player did either has its stamp',
    // Stakes are found by their minute or a neighboring one: a join by players alone would compare all stakes of a
    // player with all of their stamps.
    broken: `WITH stake AS (
        SELECT (debit_account - 1000) / 2 AS player_id, created_at AS at,
          extract(epoch FROM created_at)::bigint / 60 AS minute
        FROM transfer WHERE kind::text LIKE '%\\_stake\\_%'
      ), play AS (
        SELECT s.player_id, s.day FROM stamp s CROSS JOIN generate_series(-1, 1) AS near (minutes)
        JOIN stake x ON x.player_id = s.player_id
          AND x.minute = extract(epoch FROM s.stamped_at)::bigint / 60 + near.minutes
          AND x.at BETWEEN s.stamped_at - interval '1 minute' AND s.stamped_at + interval '1 minute'
      )
      SELECT s.player_id, s.day, 'no play' AS missing FROM stamp s
      WHERE NOT EXISTS (SELECT FROM play x WHERE x.player_id = s.player_id AND x.day = s.day)
        AND NOT EXISTS (SELECT FROM free_day x WHERE x.player_id = s.player_id AND x.day = s.day)
      UNION ALL
      SELECT w.player_id, d.day, 'no stamp' FROM wallet w JOIN player p ON p.id = w.player_id
      CROSS JOIN LATERAL (VALUES (w.staked_on), (w.spun_on)) AS d (day)
      WHERE p.closed_at IS NULL AND d.day > (SELECT min(day) FROM stamp)
        AND NOT EXISTS (SELECT FROM stamp s WHERE s.player_id = w.player_id AND s.day = d.day)`,
  },
];
