-- The Ed25519 key that signs receipts and the checkpoints of the public log. It remains when the seed key is rotated.
CREATE TABLE signing_key (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  sealed bytea NOT NULL
);
SELECT restrict_application('signing_key', '{}');
