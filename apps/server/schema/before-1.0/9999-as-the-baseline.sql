-- What the baseline has in another form.
ALTER TABLE standing VALIDATE CONSTRAINT standing_span_check;
ALTER TABLE aviator_bet VALIDATE CONSTRAINT aviator_bet_press;
ALTER TABLE idempotency RESET (fillfactor);
DROP FUNCTION IF EXISTS ledger.add_game(text, text);
DROP TABLE kysely_migration_lock;
