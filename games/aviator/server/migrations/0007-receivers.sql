-- Which processes may still have cash-outs of a round that they received before the crash and have not written. A process adds its
-- row when the round opens, and deletes it once those are answered. A round is settled when none is left, or after some time:
-- that of a process that was killed stays.
CREATE TABLE aviator_receiver (
  round_id bigint NOT NULL,
  process text NOT NULL,
  PRIMARY KEY (round_id, process)
);
