/** Invariants of notices, and of what is stored to send them. */
import type { Check } from '../../ledger/audit.ts';

export const noticeChecks: readonly Check[] = [
  {
    line: 'A29',
    states: 'closed accounts have no notices, queued mails, choices, browsers or changes of address',
    broken: `SELECT p.id FROM player p
      WHERE p.closed_at IS NOT NULL AND (EXISTS (SELECT FROM notice n WHERE n.player_id = p.id)
        OR EXISTS (SELECT FROM queued_mail q WHERE q.player_id = p.id)
        OR EXISTS (SELECT FROM notice_setting s WHERE s.player_id = p.id)
        OR EXISTS (SELECT FROM push_subscription u WHERE u.player_id = p.id)
        OR EXISTS (SELECT FROM email_change c WHERE c.player_id = p.id))`,
  },
  {
    line: 'A18',
    states: 'push messages go to browsers of the notified player, in a session of theirs',
    broken: `SELECT u.id FROM push_subscription u JOIN session s ON s.id = u.session_id WHERE s.player_id <> u.player_id
      UNION ALL
      SELECT d.id FROM notice_delivery d JOIN notice n ON n.id = d.notice_id
      JOIN push_subscription u ON u.id = d.subscription_id WHERE u.player_id <> n.player_id`,
  },
  {
    line: 'A40',
    states: 'a player has a hundred notices and ten browsers at most',
    broken: `SELECT player_id FROM notice GROUP BY player_id HAVING count(*) > 100
      UNION ALL SELECT player_id FROM push_subscription GROUP BY player_id HAVING count(*) > 10`,
  },
];
