-- When presses of "Cash Out" arrived, on the database's clock.

-- Milliseconds from take-off until the server had all of a press that was paid. Null for automatic cash-outs, and for those of
-- earlier versions. NOT VALID: no row has a value yet, so none needs to be read.
ALTER TABLE aviator_bet ADD COLUMN press_ms integer;
ALTER TABLE aviator_bet ADD CONSTRAINT aviator_bet_press CHECK (press_ms >= 0) NOT VALID;

-- The first press for a bet that arrived too late, in milliseconds after the crash: it is at `crash_at` of the round and
-- so many milliseconds. Written only after the crash. What arrives after a minute is no press on that round.
CREATE TABLE aviator_late_press (
  bet_id bigint PRIMARY KEY REFERENCES aviator_bet (id),
  late_ms integer NOT NULL CHECK (late_ms BETWEEN 0 AND 60000)
);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    -- Where the application may change single columns of a bet, this is one of them.
    GRANT UPDATE (press_ms) ON aviator_bet TO fairground_app;
    REVOKE UPDATE, DELETE, TRUNCATE ON aviator_late_press FROM fairground_app;
    GRANT UPDATE (late_ms) ON aviator_late_press TO fairground_app;
  END IF;
END $$;
