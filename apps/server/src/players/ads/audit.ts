/** Invariants of ad rewards, recomputed from the rows. */
import type { Check } from '../../ledger/audit.ts';

export const adsChecks: readonly Check[] = [
  {
    line: 'I10',
    states: 'each ad reward is one paid view of that player, and each paid view one reward',
    broken: `SELECT coalesce(v.id, t.source) AS view, v.coins, t.amount
      FROM (SELECT * FROM ad_view WHERE paid_at IS NOT NULL AND coins > 0) v
      FULL JOIN (SELECT * FROM transfer WHERE kind = 'ad') t ON t.source = v.id
      WHERE v.id IS NULL OR t.id IS NULL OR t.amount <> v.coins
        OR t.debit_account <> 3 OR t.credit_account <> 1000 + 2 * v.player_id`,
  },
  {
    line: 'I10',
    states: "ad earnings are the sum of a player's ad rewards",
    broken: `SELECT w.player_id, w.ad_earnings, v.coins
      FROM wallet w LEFT JOIN (
        SELECT player_id, sum(coins) AS coins FROM ad_view WHERE paid_at IS NOT NULL GROUP BY player_id
      ) v USING (player_id)
      WHERE w.ad_earnings <> coalesce(v.coins, 0)`,
  },
  {
    line: 'I10',
    states: 'no ad was paid before its seconds had passed, nor without the callback it had to wait for',
    broken: `SELECT id FROM ad_view WHERE paid_at < started_at + make_interval(secs => seconds)
      OR (paid_at IS NOT NULL AND provider <> 'house' AND confirmed_at IS NULL)`,
  },
];
