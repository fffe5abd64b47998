-- Sessions that end when nobody uses them, at most twenty of a player, and breaks that outlive a closed account.

-- The last moment of a session however much it is used; `expires_at` is then moved on by use. Null where use does not
-- matter: guests cannot sign in again.
ALTER TABLE session ADD COLUMN absolute_expires_at timestamptz;

UPDATE session s SET absolute_expires_at = s.expires_at,
  expires_at = least(s.expires_at, s.last_seen_at + interval '14 days')
FROM player p WHERE p.id = s.player_id AND p.email IS NOT NULL;

DELETE FROM session s USING (
  SELECT id, row_number() OVER (PARTITION BY player_id ORDER BY last_seen_at DESC, id DESC) AS place FROM session) r
WHERE s.id = r.id AND r.place > 20;

-- The break of an account that was closed, until it ends: a player who comes back with the address is on it again.
CREATE TABLE closed_break (
  -- A keyed hash of the mailbox; the database alone does not reveal the address.
  mailbox_hash bytea PRIMARY KEY,
  ends_at timestamptz NOT NULL
);
CREATE INDEX closed_break_ends_at ON closed_break (ends_at);
