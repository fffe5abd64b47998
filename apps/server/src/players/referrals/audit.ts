/** Invariants of referral rewards. */
import type { Check } from '../../ledger/audit.ts';

export const referralChecks: readonly Check[] = [
  {
    line: 'I10',
    states: 'referral coins were paid for rewarded referrals alone, once a side',
    broken: `SELECT t.id, t.source FROM transfer t
      LEFT JOIN referral r ON r.referred_id = t.source / 2 AND r.state = 'rewarded'
      WHERE t.kind = 'referral' AND (r.referred_id IS NULL OR t.credit_account <>
        1000 + 2 * (CASE WHEN t.source % 2 = 0 THEN r.referrer_id ELSE r.referred_id END))`,
  },
  {
    line: 'A31',
    states: 'no referrer has more than five rewards of one day',
    broken: `SELECT referrer_id, rewarded_on, count(*) FROM referral WHERE state = 'rewarded'
      GROUP BY referrer_id, rewarded_on HAVING count(*) > 5`,
  },
];
