-- Ads. The database's clock determines seconds and days.

-- @statement countPaidToday
SELECT count(*)::integer AS paid, (SELECT bot FROM player WHERE id = :player_id) AS "is_bot!" FROM ad_view
WHERE player_id = :player_id AND paid_at IS NOT NULL AND paid_on = (SELECT day FROM today);

-- @statement deleteOpenView
DELETE FROM ad_view WHERE player_id = :player_id AND paid_at IS NULL;

-- @statement insertView
INSERT INTO ad_view (player_id, provider, creative, seconds, coins)
VALUES (:player_id, :provider, :creative, :seconds, :coins)
RETURNING id;

-- @statement payViews
-- Pays what was watched to its end, at most one view a player, and bots nothing. The wallets must be locked.
-- @accepted refusal
-- @nullable call_keys[], call_bodies[]
WITH input AS MATERIALIZED (
  SELECT i.player_id, i.view_id, i.call_key, i.call_body,
    (SELECT count(*)::integer FROM ad_view c
      WHERE c.player_id = i.player_id AND c.paid_at IS NOT NULL AND c.paid_on = (SELECT day FROM today)) AS paid_today,
    (SELECT p.bot FROM player p WHERE p.id = i.player_id) AS is_bot
  FROM unnest(:player_ids::bigint[], :view_ids::bigint[], :call_keys::bigint[], :call_bodies::bigint[])
    AS i (player_id, view_id, call_key, call_body)
),
bonus AS (
  UPDATE ad_view v SET paid_at = clock_timestamp(), paid_on = (SELECT day FROM today), ended_by = i.call_key,
    ended_body = i.call_body
  FROM input i
  WHERE v.id = i.view_id AND v.player_id = i.player_id AND v.paid_at IS NULL
    AND clock_timestamp() >= v.started_at + make_interval(secs => v.seconds)
    AND (v.provider = 'house' OR v.confirmed_at IS NOT NULL)
    AND i.paid_today < :daily_limit::integer AND NOT i.is_bot
  RETURNING v.id AS source, v.player_id, v.coins AS amount
),
rewarded AS MATERIALIZED (
  SELECT r.* FROM (
    SELECT array_agg(source) AS sources, array_agg(player_id) AS players, array_agg(amount) AS amounts FROM bonus
  ) b, ledger.credit_bonus('ad', b.sources, b.players, b.amounts) r
)
SELECT i.player_id AS input_player, i.paid_today, i.is_bot,
  CASE
    WHEN b.source IS NOT NULL THEN NULL
    WHEN v.id IS NULL THEN 'not_found'
    WHEN i.paid_today >= :daily_limit::integer OR i.is_bot THEN 'limit_reached'
    ELSE 'ad_not_finished'
  END AS refusal,
  b.amount, r.*
FROM input i
LEFT JOIN ad_view v ON v.id = i.view_id AND v.player_id = i.player_id AND v.paid_at IS NULL
LEFT JOIN bonus b ON b.player_id = i.player_id
LEFT JOIN rewarded r ON r.player_id = i.player_id;

-- @statement findPaid
-- The views that calls with these keys were paid for, how many were paid on that day by then, and their
-- players as they are now.
SELECT a.player_id AS input_player, a.ended_body AS "call_body!", a.coins AS amount, (
    SELECT count(*)::integer FROM ad_view e
    WHERE e.player_id = a.player_id AND e.paid_at IS NOT NULL AND e.paid_on = a.paid_on AND e.paid_at <= a.paid_at
  ) AS paid_by_then, v.*
FROM unnest(:player_ids::bigint[], :call_keys::bigint[]) AS c (player_id, call_key)
JOIN ad_view a ON a.player_id = c.player_id AND a.ended_by = c.call_key
JOIN player_view v ON v.player_id = a.player_id;

-- @statement confirmView
-- Records the provider's message once; the same message again changes nothing.
WITH message AS (
  SELECT abs(extract(epoch FROM clock_timestamp() - :sent_at::text::timestamptz)) > :within_seconds::integer AS stale,
    EXISTS (SELECT FROM ad_view WHERE confirmed_by = :transaction_id AND id <> :view_id) AS used_before
),
recorded AS (
  UPDATE ad_view v SET confirmed_by = :transaction_id, confirmed_at = clock_timestamp() FROM message m
  WHERE v.id = :view_id AND v.confirmed_at IS NULL AND v.provider <> 'house' AND NOT m.stale AND NOT m.used_before
)
SELECT CASE
    WHEN m.stale THEN 'stale'
    WHEN m.used_before THEN 'used_before'
    WHEN v.id IS NULL THEN 'unknown'
    ELSE 'confirmed'
  END AS result
FROM message m LEFT JOIN ad_view v ON v.id = :view_id AND v.provider <> 'house';

-- @statement deleteAbandonedViews
-- Views that were abandoned; nothing was promised for them any more.
DELETE FROM ad_view WHERE paid_at IS NULL AND started_at < clock_timestamp() - interval '1 day';
