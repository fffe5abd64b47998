-- What the monitor shows of each day is counted once, with the day's dump. Docs: fairness.md, "The monitor".
ALTER TABLE dump ADD monitored jsonb NOT NULL DEFAULT '{"games": [], "totals": []}';
ALTER TABLE dump ALTER monitored DROP DEFAULT;
CREATE INDEX log_entry_void ON log_entry (origin, index) WHERE kind = 'void';
