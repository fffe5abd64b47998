/** Invariants of guests: players without an email address. */
import type { Check } from '../../ledger/audit.ts';

export const guestChecks: readonly Check[] = [
  {
    line: 'A31',
    states: 'guests are on neither side of a referral, which is recorded once an account is kept',
    broken: `SELECT p.id, p.referral_count FROM player p
      WHERE p.email IS NULL AND (p.referral_count <> 0
        OR EXISTS (SELECT FROM player q WHERE q.referred_by = p.id)
        OR EXISTS (SELECT FROM referral r WHERE p.id IN (r.referred_id, r.referrer_id)))`,
  },
  {
    line: 'A38',
    states:
      'guests have no confirmed address, and no link that would confirm or change one or set a password',
    broken: `SELECT p.id FROM player p
      WHERE p.email IS NULL AND (p.email_confirmed_at IS NOT NULL
        OR EXISTS (SELECT FROM email_confirmation c WHERE c.player_id = p.id)
        OR EXISTS (SELECT FROM email_change c WHERE c.player_id = p.id)
        OR EXISTS (SELECT FROM password_reset r WHERE r.player_id = p.id))`,
  },
];
