-- Idempotency keys of calls that move coins. Players are locked in the order of their ids, so that batches never wait for
-- each other in a circle. A batch has one call of a player at most.

-- @statement lockKeys
-- Which keys were used before, when, and with their answers, by their places from 1; those of a closed account have no row.
-- The lock on the player makes a repeat wait for the first call with its key, and makes sure that no key is stored once a
-- closing has erased the others.
SELECT place AS "place!", is_used AS "is_used!", body_hash, status, answer,
  (extract(epoch FROM clock_timestamp() - used_at) * 1000)::float8 AS used_ago_ms
FROM lock_dated_keys(:operation, :player_ids, :keys);

-- @statement lockNewKeys
-- Whether none of the keys was used before, the accounts of all players are open, and none of the sessions has ended.
-- The locks are those of lockKeys.
SELECT lock_new_keys(:operation, :player_ids, :keys, :session_ids) AS "are_new!";

-- @statement findEndedSessions
-- Which of the calls, by their places from 1, came with a session that ended more than `ago_ms` ago: for calls that are
-- judged by when they arrived.
SELECT i.place::integer AS place FROM unnest(:session_ids::bigint[], :ago_ms::float8[]) WITH ORDINALITY
  AS i (id, ago_ms, place)
WHERE NOT EXISTS (
  SELECT FROM session s WHERE s.id = i.id AND s.expires_at > clock_timestamp() - i.ago_ms * interval '1 ms')
AND NOT EXISTS (
  SELECT FROM ended_session e WHERE e.id = i.id AND e.ended_at > clock_timestamp() - i.ago_ms * interval '1 ms');

-- @statement storeAnswers
-- Each answer is a text, or a form and its values. A key that was stored in the meantime is an error. The hashes of the
-- bodies, 32 bytes each, are one parameter: an array of them would be written and read as text.
-- @nullable answers[], form_ids[], answer_values[]
INSERT INTO idempotency (player_id, operation, key, body_hash, status, answer, form_id, answer_values, moved)
SELECT player_id, :operation, key, substring(:body_hashes::bytea FROM (32 * place - 31)::integer FOR 32), status, answer,
  form_id, answer_values, moved
FROM unnest(:player_ids::bigint[], :keys::text[], :statuses::smallint[], :answers::text[], :form_ids::integer[],
  :answer_values::text[], :moved::boolean[])
  WITH ORDINALITY AS input (player_id, key, status, answer, form_id, answer_values, moved, place);

-- @statement storeReceiptBatch
-- What the receipts of answers are computed from again.
INSERT INTO receipt_batch (root, signature, bets) VALUES (:root, :signature, :bets);

-- @statement findReceiptBatch
SELECT root, signature, bets FROM receipt_batch WHERE root = :root;

-- @statement addForm
-- The id of a form, which is added if it is new. No row where another process adds it at this moment. The record in the log makes
-- the commit wait for the standby also where the form is there: a process remembers its id across a failover.
WITH added AS (
  INSERT INTO answer_form (text) VALUES (:form) ON CONFLICT (md5(text)) DO NOTHING RETURNING id
),
waited AS MATERIALIZED (SELECT pg_logical_emit_message(true, 'fairground', ''))
SELECT f.id FROM waited, (
  SELECT id FROM added UNION ALL SELECT id FROM answer_form WHERE md5(text) = md5(:form) AND text = :form
) f LIMIT 1;

-- @statement deleteSurplus
-- Keeps each player's newest answers to calls that changed nothing, and deletes the older ones.
DELETE FROM idempotency i USING (
  SELECT old.* FROM unnest(:player_ids::bigint[]) AS p (id) CROSS JOIN LATERAL (
    SELECT player_id, operation, key FROM idempotency o WHERE o.player_id = p.id AND NOT o.moved
    ORDER BY o.created_at DESC OFFSET :max_unmoved::integer) old) surplus
WHERE (i.player_id, i.operation, i.key) = (surplus.player_id, surplus.operation, surplus.key);

-- @statement deleteOldKeys
-- Keys live 24 hours. Deletes a batch; returns how many there were.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS MATERIALIZED (
    SELECT o.ctid AS place FROM lease, idempotency o
    WHERE o.created_at < clock_timestamp() - interval '24 hours' LIMIT :max_rows
  ),
  deleted AS (
    DELETE FROM idempotency i USING due WHERE i.ctid = due.place RETURNING 1
  )
SELECT count(*)::integer AS deleted FROM deleted;

-- @statement deleteOldReceipts
-- Once none is left of the answers that name them, which were stored before them.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS MATERIALIZED (
    SELECT o.ctid AS place FROM lease, receipt_batch o
    WHERE o.created_at < clock_timestamp() - interval '24 hours'
      AND NOT EXISTS (SELECT FROM idempotency k WHERE k.created_at <= o.created_at)
    LIMIT :max_rows
  ),
  deleted AS (
    DELETE FROM receipt_batch i USING due WHERE i.ctid = due.place RETURNING 1
  )
SELECT count(*)::integer AS deleted FROM deleted;
