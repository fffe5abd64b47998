-- Bets that were committed together, and the signature of their root: what the receipts in stored answers are computed from again.
CREATE TABLE receipt_batch (
  root bytea PRIMARY KEY CHECK (length(root) = 32),
  signature bytea NOT NULL CHECK (length(signature) = 64),
  -- A line for each bet.
  bets text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE receipt_batch ALTER bets SET STORAGE EXTERNAL;
CREATE INDEX receipt_batch_created_at ON receipt_batch USING brin (created_at);
SELECT restrict_application('receipt_batch', '{}', may_delete => true);
