-- Idempotency keys of calls that move coins. Keys are claimed in the order of players, so that batches never wait
-- for each other in a circle.

-- @statement claimKeys
-- Gives the players whose key is new. A repeat waits here until the first use of its key has ended.
INSERT INTO idempotency (player_id, operation, key, body_hash)
SELECT player_id, :operation, key, body_hash
FROM unnest(:player_ids::bigint[], :keys::text[], :body_hashes::bytea[]) AS input (player_id, key, body_hash)
ORDER BY player_id
ON CONFLICT DO NOTHING
RETURNING player_id;

-- @statement readAnswers
SELECT i.player_id, i.body_hash, i.status, i.answer
FROM idempotency i
JOIN unnest(:player_ids::bigint[], :keys::text[]) AS input (player_id, key)
  ON i.player_id = input.player_id AND i.operation = :operation AND i.key = input.key;

-- @statement storeAnswers
UPDATE idempotency i SET status = input.status, answer = input.answer
FROM unnest(:player_ids::bigint[], :keys::text[], :statuses::smallint[], :answers::text[])
  AS input (player_id, key, status, answer)
WHERE i.player_id = input.player_id AND i.operation = :operation AND i.key = input.key;

-- @statement dropKeys
DELETE FROM idempotency i USING unnest(:player_ids::bigint[], :keys::text[]) AS input (player_id, key)
WHERE i.player_id = input.player_id AND i.operation = :operation AND i.key = input.key;

-- @statement deleteOldKeys
-- Keys live 24 hours.
DELETE FROM idempotency WHERE created_at < clock_timestamp() - interval '24 hours';
