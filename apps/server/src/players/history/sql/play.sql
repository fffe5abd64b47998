-- A player's movements of coins, by the rows that caused them: one list of the view `cause` at a time.

-- @statement readPage
-- The newest rows before one of them, each with its movements as JSON, in their order; null where it moved no coins.
-- `day` is the day of the site on which coins moved.
-- @unprepared a plan for any player sorts all older rows of the list for each page
WITH newest AS MATERIALIZED (
  SELECT c.id, c.sources FROM cause c
  WHERE c.list = :list AND c.player_id = :player_id AND c.id < :before ORDER BY c.id DESC LIMIT :max_rows
)
SELECT c.id, t.movements FROM newest c CROSS JOIN site_zone z CROSS JOIN LATERAL (
  SELECT json_agg(json_build_object(
    'at', x.created_at, 'day', day_in_zone(x.created_at, z.name), 'kind', x.kind,
    'amount', CASE WHEN x.debit_account IN (coins_account(:player_id), winnings_account(:player_id))
      THEN -x.amount ELSE x.amount END,
    'isWinnings', winnings_account(:player_id) IN (x.debit_account, x.credit_account)) ORDER BY x.id)::text AS movements
  FROM transfer x
  WHERE x.kind = ANY ({{kindsOfCause}}) AND x.source = ANY (c.sources) AND {{isPlayersTransfer}}
) t WHERE z.id = 1 ORDER BY c.id DESC;

-- @statement sumDays
-- Sums of the newest rows before one of them by day from one on, in one row at least, which has no day where there is
-- none. Each has how many rows were read, the last of them, the time of the oldest, and whether all moved coins
-- before that day, if any. `multipliers` counts the bets by what they paid: from each of `bounds`, in hundredths, up to
-- the next.
-- @unprepared a plan for any player sorts all older rows of the list for each page
WITH newest AS MATERIALIZED (
  SELECT c.id, c.sources FROM cause c
  WHERE c.list = :list AND c.player_id = :player_id AND c.id < :before ORDER BY c.id DESC LIMIT :max_rows
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
SELECT d.day::text AS day, d.entries, d.paid AS paid, d.received AS received,
  ARRAY(
    SELECT count(b.bucket) FROM generate_series(1, cardinality(:bounds)) g
    LEFT JOIN unnest(d.buckets) AS b (bucket) ON b.bucket = g GROUP BY g ORDER BY g
  ) AS multipliers,
  n.read, n.last, o.oldest, o.oldest IS NOT NULL AND d.day IS NULL AS is_over
FROM (SELECT count(*) AS read, min(id) AS last FROM newest) n
CROSS JOIN (SELECT to_json(min(s.at)) #>> '{}' AS oldest FROM sum s) o
LEFT JOIN day d ON true;
