-- The running hash over all transfers.

-- @statement inspectLedger
-- The last block and the transfers after it, up to `max_transfers` of them. Transfers older than `settled_ms` are
-- complete up to the last of them: no transaction is open for so long that it could still add one with a lower id.
WITH last AS MATERIALIZED (SELECT block, through FROM ledger_head ORDER BY block DESC LIMIT 1),
day AS MATERIALIZED (
  SELECT t.day, day_begins_at(t.day, z.name) AS begins_at,
    clock_timestamp() - :settled_ms::bigint * interval '1 millisecond' AS settled_at
  FROM today t, site_zone z WHERE z.id = 1
),
next AS MATERIALIZED (
  SELECT t.id, t.created_at FROM transfer t
  WHERE t.id > (SELECT through FROM last) ORDER BY t.id LIMIT :max_transfers
)
SELECT last.block, last.through,
  (SELECT count(*) FROM next)::integer AS waiting,
  (SELECT max(id) FROM next) AS last_id,
  (SELECT max(created_at) FROM next) <= day.settled_at AS are_settled,
  (SELECT max(id) FROM next WHERE created_at < day.begins_at) AS last_id_before_today,
  day.day - 1 AS ended_day,
  day.settled_at >= day.begins_at AS is_ended_day_settled,
  (SELECT max(h.day) FROM ledger_head h) AS published_day
FROM last, day;

-- @statement closeBlock
-- No row where another leader has closed one in the meantime.
-- @nullable day
INSERT INTO ledger_head (block, through, transfers, hash, day)
SELECT l.block + 1, :through, l.transfers + b.transfers,
  sha256(l.hash || convert_to(b.lines, 'UTF8')), :day::date
FROM held_lease(:epoch) lease, ledger_head l, LATERAL (
  SELECT count(*) AS transfers, coalesce(string_agg(
    concat_ws('|', t.id, t.kind, t.source, t.debit_account, t.credit_account, t.amount,
      (extract(epoch FROM t.created_at) * 1000000)::bigint), E'\n' ORDER BY t.id), '') AS lines
  FROM transfer t WHERE t.id > l.through AND t.id <= :through
) b
WHERE l.block = :block
ON CONFLICT DO NOTHING
RETURNING transfers, hash;

-- @statement listPublishedHeads
SELECT day AS "day!", transfers, hash FROM ledger_head WHERE day IS NOT NULL ORDER BY day DESC LIMIT :max_rows;
