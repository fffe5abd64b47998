-- Whether the call that an answer is stored of changed anything; of the others only a player's newest are stored.
ALTER TABLE idempotency ADD COLUMN moved boolean NOT NULL DEFAULT true;
CREATE INDEX idempotency_unmoved ON idempotency (player_id, created_at DESC) WHERE NOT moved;
