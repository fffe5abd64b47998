-- Limits and breaks. The wallet is locked before they are read for a change, so that a stake is checked
-- either before or after the change.

-- @statement findLimits
SELECT w.daily_stake_limit, w.break_until, coalesce(w.break_until > clock_timestamp(), false) AS is_on_break,
  c.daily_stake AS pending_stake, c.effective_at, clock_timestamp() AS now
FROM wallet w LEFT JOIN limit_change c ON c.player_id = w.player_id
WHERE w.player_id = :player_id;

-- @statement dropPlannedLimit
DELETE FROM limit_change WHERE player_id = :player_id;

-- @statement setLimits
-- @nullable limits[]
SELECT ledger.set_daily_limits(:player_ids, :limits);

-- @statement planLimit
-- Effective after 24 hours.
-- @nullable daily_stake
INSERT INTO limit_change (player_id, daily_stake, effective_at)
VALUES (:player_id, :daily_stake, clock_timestamp() + interval '24 hours')
ON CONFLICT (player_id) DO UPDATE SET daily_stake = excluded.daily_stake, effective_at = excluded.effective_at;

-- @statement recordBreak
INSERT INTO play_break (player_id, starts_at, ends_at) VALUES (:player_id, clock_timestamp(), :until);

-- @statement setBreak
SELECT ledger.set_break(:player_id, :until);

-- @statement applyDueLimits
-- Makes looser limits effective after their waiting period. Wallets are locked first, as for a player's change.
WITH locked AS MATERIALIZED (
  SELECT w.player_id FROM (
    SELECT array_agg(player_id) AS players FROM limit_change WHERE effective_at <= clock_timestamp()
  ) c, ledger.lock_wallets(c.players) w
),
due AS (
  DELETE FROM limit_change c USING locked l WHERE c.player_id = l.player_id AND c.effective_at <= clock_timestamp()
  RETURNING c.player_id, c.daily_stake
)
SELECT d.players AS "players!", ledger.set_daily_limits(d.players, d.limits)
FROM (SELECT array_agg(player_id) AS players, array_agg(daily_stake) AS limits FROM due) d
WHERE d.players IS NOT NULL;
