-- A running hash over all transfers, in blocks. That of the end of each site day is published: who noted it down can show that
-- nothing before it was rewritten.

CREATE TABLE ledger_head (
  block bigint PRIMARY KEY,
  -- The last transfer of the block.
  through bigint NOT NULL,
  -- Up to and with this block.
  transfers bigint NOT NULL,
  -- SHA-256 over the hash before and the block's transfers in the order of their ids, one a line.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  -- The site day whose last block this is.
  day date UNIQUE,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO ledger_head (block, through, transfers, hash) VALUES (0, 0, 0, sha256('fairground/ledger'));

SELECT restrict_application('ledger_head', '{}');
CREATE TRIGGER ledger_head_is_final BEFORE UPDATE OR DELETE ON ledger_head
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
