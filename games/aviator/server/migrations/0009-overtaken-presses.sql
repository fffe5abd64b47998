-- Presses of "Cash Out" that arrived before the end of their bet, and reached the database after another end of it was
-- written: an automatic cash-out, a later press, or the loss. What was paid stays; the audit names them.
CREATE TABLE aviator_overtaken_press (
  bet_id bigint PRIMARY KEY REFERENCES aviator_bet (id),
  -- Milliseconds from take-off until the server had all of it, as of `press_ms` of a bet.
  press_ms integer NOT NULL CHECK (press_ms >= 0)
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE UPDATE, DELETE, TRUNCATE ON aviator_overtaken_press FROM fairground_app;
  END IF;
END $$;
