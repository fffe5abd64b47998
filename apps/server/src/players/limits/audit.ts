/** Invariants of breaks. */
import type { Check } from '../../ledger/audit.ts';

export const limitChecks: readonly Check[] = [
  {
    line: 'I20',
    states: 'a player on a break has no stakes in it',
    // A stake that came before the break may be dated later than its beginning: the clock may have been set back since.
    broken: `SELECT b.player_id, t.id FROM play_break b JOIN transfer t
        ON t.debit_account IN (1000 + 2 * b.player_id, 1001 + 2 * b.player_id)
      WHERE t.kind::text LIKE '%\\_stake\\_%' AND t.id > b.after_transfer AND t.created_at < b.ends_at`,
  },
];
