-- Idempotency keys of calls that move coins. Keys are claimed in the order of players, so that batches never wait
-- for each other in a circle.

-- @statement claimKeys
-- What became of each player's key; a closed account has no row. A repeat waits here until the first use of its key has
-- ended. The lock on the player is the one that the foreign key takes anyway: taken first, it makes sure that no key is
-- claimed once a closing has erased the others.
WITH input AS MATERIALIZED (
  SELECT i.* FROM unnest(:player_ids::bigint[], :keys::text[], :body_hashes::bytea[]) AS i (player_id, key, body_hash)
  JOIN player p ON p.id = i.player_id
  WHERE p.closed_at IS NULL ORDER BY i.player_id FOR KEY SHARE OF p
), claimed AS (
  INSERT INTO idempotency (player_id, operation, key, body_hash)
  SELECT player_id, :operation, key, body_hash FROM input ORDER BY player_id
  ON CONFLICT DO NOTHING RETURNING player_id
)
SELECT i.player_id, c.player_id IS NOT NULL AS claimed FROM input i LEFT JOIN claimed c USING (player_id);

-- @statement readAnswers
SELECT i.player_id, i.body_hash, i.status, i.answer
FROM idempotency i
JOIN unnest(:player_ids::bigint[], :keys::text[]) AS input (player_id, key)
  ON i.player_id = input.player_id AND i.operation = :operation AND i.key = input.key;

-- @statement storeAnswers
UPDATE idempotency i SET status = input.status, answer = input.answer, moved = input.moved
FROM unnest(:player_ids::bigint[], :keys::text[], :statuses::smallint[], :answers::text[], :moved::boolean[])
  AS input (player_id, key, status, answer, moved)
WHERE i.player_id = input.player_id AND i.operation = :operation AND i.key = input.key;

-- @statement dropKeys
DELETE FROM idempotency i USING unnest(:player_ids::bigint[], :keys::text[]) AS input (player_id, key)
WHERE i.player_id = input.player_id AND i.operation = :operation AND i.key = input.key;

-- @statement deleteSurplus
-- Of answers to calls that changed nothing, a player's newest stay.
DELETE FROM idempotency i USING (
  SELECT old.* FROM unnest(:player_ids::bigint[]) AS p (id) CROSS JOIN LATERAL (
    SELECT player_id, operation, key FROM idempotency o WHERE o.player_id = p.id AND NOT o.moved
    ORDER BY o.created_at DESC OFFSET :max_unmoved::integer) old) surplus
WHERE (i.player_id, i.operation, i.key) = (surplus.player_id, surplus.operation, surplus.key);

-- @statement deleteOldKeys
-- Keys live 24 hours.
DELETE FROM idempotency WHERE created_at < clock_timestamp() - interval '24 hours';
