/** Invariants of access tokens and of bots. */
import { maxTokens } from '@fairground/contract/tokens';
import type { Check } from '../../ledger/audit.ts';

export const tokenChecks: readonly Check[] = [
  {
    line: 'A29',
    states: 'access tokens belong to open accounts with a password',
    broken: `SELECT t.id, t.player_id FROM access_token t JOIN player p ON p.id = t.player_id
      WHERE p.closed_at IS NOT NULL OR p.password_hash IS NULL`,
  },
  {
    line: 'A29',
    states: 'no player has more access tokens than are allowed',
    broken: `SELECT player_id, count(*) FROM access_token WHERE expires_at > clock_timestamp()
      GROUP BY player_id HAVING count(*) > ${maxTokens}`,
  },
  {
    line: 'A31',
    // A minute is more than a payment takes that had begun before.
    states: 'no account got coins for an ad or an invitation after it became a bot',
    broken: `SELECT p.id, r.at FROM player p CROSS JOIN LATERAL (
        SELECT v.paid_at AS at FROM ad_view v WHERE v.player_id = p.id AND v.paid_at IS NOT NULL
        UNION ALL
        SELECT rewarded_at FROM referral WHERE referred_id = p.id AND state = 'rewarded'
        UNION ALL
        SELECT rewarded_at FROM referral WHERE referrer_id = p.id AND state = 'rewarded') r
      WHERE p.bot AND r.at > p.bot_since + interval '1 minute'`,
  },
];
