/** Invariants of the letters of the newsletter, and of addresses whose mails come back. */
import type { Check } from '../../ledger/audit.ts';

export const letterChecks: readonly Check[] = [
  {
    line: 'A38',
    states: 'letters go to addresses that were confirmed when they were started',
    broken: `SELECT d.id FROM letter_delivery d JOIN letter l ON l.id = d.letter_id
      JOIN newsletter_subscriber s ON s.id = d.subscriber_id
      WHERE l.started_at IS NULL OR s.confirmed_at IS NULL OR s.confirmed_at > l.started_at OR s.id > l.last_subscriber`,
  },
  {
    line: 'A38',
    states: 'nothing waits of a letter that was sent, and none has more deliveries than recipients',
    broken: `SELECT l.id FROM letter l JOIN letter_delivery d ON d.letter_id = l.id
      GROUP BY l.id
      HAVING count(*) > l.recipients OR (l.state = 'sent' AND count(*) FILTER (WHERE d.state = 'queued') > 0)`,
  },
  {
    line: 'A38',
    states: 'an address whose mails come back is stored only as long as somebody has it',
    // Without the address: findings are printed.
    broken: `SELECT b.kind, b.recorded_at FROM mail_bounce b
      WHERE NOT EXISTS (SELECT FROM player p WHERE lower(p.email) = b.address)
        AND NOT EXISTS (SELECT FROM newsletter_subscriber s WHERE lower(s.email) = b.address)`,
  },
];
