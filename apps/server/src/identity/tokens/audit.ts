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
    states: 'no player had more access tokens than are allowed when one was made',
    // Not by the clock as it is now: set back, it makes tokens valid again that had expired.
    broken: `SELECT t.player_id, t.id, count(*) FROM access_token t
      JOIN access_token o ON o.player_id = t.player_id AND o.id <= t.id AND o.expires_at > t.created_at
      GROUP BY t.player_id, t.id HAVING count(*) > ${maxTokens}`,
  },
  {
    line: 'A31',
    // A minute is more than a payment takes that had begun before. One that came before may be dated later than that:
    // the clock may have been set back since.
    states: 'no account got coins for an ad or an invitation after it became a bot',
    broken: `SELECT p.id, t.created_at FROM player p JOIN (
        SELECT player_id, 'ad'::transfer_kind AS kind, id AS source FROM ad_view WHERE paid_at IS NOT NULL
        UNION ALL
        SELECT f.player_id, 'referral', 2 * r.referred_id + side
        FROM referral r, generate_series(0, 1) side, LATERAL (VALUES (r.referred_id), (r.referrer_id)) f (player_id)
        WHERE r.state = 'rewarded') paid ON paid.player_id = p.id
      JOIN transfer t ON t.kind = paid.kind AND t.source = paid.source
      WHERE p.bot AND t.id > p.bot_after AND t.created_at > p.bot_since + interval '1 minute'`,
  },
];
