-- What happens at this moment.

-- @statement readPace
-- Stakes and payouts of the last minute, from the newest transfers: on a site that writes more than these in a minute,
-- from as many seconds as they cover.
WITH newest AS MATERIALIZED (SELECT kind, amount, created_at FROM transfer ORDER BY id DESC LIMIT 20000),
  recent AS (SELECT kind::text AS kind, amount FROM newest
    WHERE created_at > clock_timestamp() - interval '1 minute')
SELECT
  (SELECT CASE WHEN count(*) < 20000 THEN 60 ELSE least(60, greatest(1,
    extract(epoch FROM clock_timestamp() - min(created_at)))) END::float8 FROM newest) AS seconds,
  -- A stake of both balances is two transfers.
  (SELECT count(*) FROM recent WHERE kind LIKE '%\_stake\_%') AS stakes,
  (SELECT coalesce(sum(amount), 0)::bigint FROM recent WHERE kind LIKE '%\_stake\_%') AS stake_coins,
  (SELECT coalesce(sum(amount), 0)::bigint FROM recent WHERE kind LIKE '%\_payout') AS payout_coins;

-- @statement readBacklog
SELECT
  (SELECT count(*) FROM contact_message WHERE answered_at IS NULL) AS open_messages,
  (SELECT count(*) FROM player WHERE created_at > clock_timestamp() - interval '1 day') AS new_players,
  (SELECT pg_database_size(current_database())) AS database_bytes,
  (SELECT min(applied_at) FROM schema_migration) AS since;
