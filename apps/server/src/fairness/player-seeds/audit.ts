/** Invariants of player seeds: revealed ones open their commitments, and nonces run without gap or repeat. */
import type { Check } from '../../ledger/audit.ts';

export const seedChecks: readonly Check[] = [
  {
    line: 'I14',
    states: 'each revealed player seed opens its commitment',
    broken: `SELECT id FROM player_seed WHERE seed IS NOT NULL AND sha256(seed) <> commitment`,
  },
  {
    line: 'I15',
    states: 'the nonces of a seed pair run from 0 without gap or repeat',
    broken: `WITH sums AS (
        SELECT seed_id, count(*) AS games, count(DISTINCT nonce) AS nonces, min(nonce) AS least, max(nonce) AS most
        FROM seed_use GROUP BY seed_id)
      SELECT coalesce(s.id, u.seed_id) AS seed, s.next_nonce, u.games, u.nonces, u.least, u.most
      FROM player_seed s FULL JOIN sums u ON u.seed_id = s.id
      WHERE s.id IS NULL OR coalesce(u.games, 0) <> s.next_nonce
        OR (u.games > 0 AND (u.nonces <> u.games OR u.least <> 0 OR u.most <> u.games - 1))`,
  },
];
