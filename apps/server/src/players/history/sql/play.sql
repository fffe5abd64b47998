-- A player's movements of coins, by the rows that caused them: one list of the view `cause` at a time.

-- @statement readPage
-- The newest rows before one of them, each with its movements as JSON, in their order; null where it moved no coins.
WITH newest AS MATERIALIZED (
  SELECT c.id, c.sources FROM cause c
  WHERE c.list = :list AND c.player_id = :player_id AND c.id < :before ORDER BY c.id DESC LIMIT :max_rows
)
SELECT c.id, t.movements FROM newest c CROSS JOIN LATERAL (
  SELECT json_agg(json_build_object(
    'at', x.created_at, 'kind', x.kind,
    'amount', CASE WHEN x.debit_account IN (coins_account(:player_id), winnings_account(:player_id))
      THEN -x.amount ELSE x.amount END,
    'isWinnings', winnings_account(:player_id) IN (x.debit_account, x.credit_account)) ORDER BY x.id)::text AS movements
  FROM transfer x
  WHERE x.kind = ANY ({{kindsOfCause}}) AND x.source = ANY (c.sources) AND {{isPlayersTransfer}}
) t ORDER BY c.id DESC;

-- @statement sumDays
-- Sums of the newest rows by day from one on, with how many rows were read, and the time of the oldest. `multipliers`
-- counts the bets by what they paid: from each of `bounds`, in hundredths, up to the next.
WITH newest AS MATERIALIZED (
  SELECT c.id, c.sources FROM cause c
  WHERE c.list = :list AND c.player_id = :player_id ORDER BY c.id DESC LIMIT :max_rows
), sum AS MATERIALIZED (
  SELECT t.*, CASE WHEN t.staked > 0 AND t.refunded = 0
      THEN width_bucket(100 * t.paid_out / t.staked, :bounds::numeric[]) END AS bucket
  FROM newest c CROSS JOIN LATERAL (
    SELECT min(x.created_at) AS at,
      coalesce(sum(x.amount) FILTER (WHERE x.debit_account IN
        (coins_account(:player_id), winnings_account(:player_id))), 0) AS paid,
      coalesce(sum(x.amount) FILTER (WHERE x.credit_account IN
        (coins_account(:player_id), winnings_account(:player_id))), 0) AS received,
      coalesce(sum(x.amount) FILTER (WHERE x.kind::text LIKE '%\_stake\_%'), 0) AS staked,
      coalesce(sum(x.amount) FILTER (WHERE x.kind::text LIKE '%\_payout'), 0) AS paid_out,
      coalesce(sum(x.amount) FILTER (WHERE x.kind::text LIKE '%\_refund\_%'), 0) AS refunded
    FROM transfer x
    WHERE x.kind = ANY ({{kindsOfCause}}) AND x.source = ANY (c.sources) AND {{isPlayersTransfer}}
  ) t WHERE t.at IS NOT NULL
), day AS (
  SELECT day_in_zone(s.at, z.name) AS day, count(*) AS entries, sum(s.paid)::bigint AS paid,
    sum(s.received)::bigint AS received, array_agg(s.bucket) AS buckets
  FROM sum s CROSS JOIN site_zone z
  WHERE z.id = 1 AND day_in_zone(s.at, z.name) >= :from_day::text::date
  GROUP BY 1
)
SELECT d.day::text AS "day!", d.entries, d.paid AS paid, d.received AS received,
  ARRAY(
    SELECT count(b.bucket) FROM generate_series(1, cardinality(:bounds)) n
    LEFT JOIN unnest(d.buckets) AS b (bucket) ON b.bucket = n GROUP BY n ORDER BY n
  ) AS multipliers,
  (SELECT count(*) FROM newest) AS read,
  (SELECT to_json(min(s.at)) #>> '{}' FROM sum s) AS oldest
FROM day d;
