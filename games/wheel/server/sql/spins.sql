-- The wheel: one spin per player and site day.

-- @statement readSiteDay
SELECT day FROM today;

-- @statement readSiteDayAndEnd
SELECT t.day, n.begins_at AS "ends_at!" FROM today t CROSS JOIN tomorrow n;

-- @statement findSpin
SELECT id, segment, amount FROM wheel_spin WHERE player_id = :player_id AND site_day = :site_day::date;

-- @statement insertSpin
-- Spin, nonce and coins at once. No row where the player has spun on that day.
WITH spin AS (
  INSERT INTO wheel_spin (player_id, site_day, seed_id, nonce, segment, amount)
  VALUES (:player_id, :site_day, :seed_id, :nonce, :segment, :amount)
  ON CONFLICT (player_id, site_day) DO NOTHING
  RETURNING id, player_id, site_day, seed_id, nonce, amount
),
drawn AS (SELECT seed_id, nonce FROM spin),
{{advanceNonces}}
SELECT s.id AS spin_id, v.*
FROM spin s, ledger.credit_bonus('wheel', ARRAY[s.id], ARRAY[s.player_id], ARRAY[s.amount], s.site_day) v;

-- @statement findProof
-- The seed is null until rotation.
SELECT s.id, p.commitment, p.seed, p.client_seed AS "client_seed!", p.client_seed_source AS "client_seed_source!",
  s.nonce, s.segment, s.amount
FROM wheel_spin s JOIN player_seed p ON p.id = s.seed_id WHERE s.id = :spin_id;

-- @statement findSpinById
-- Without its player.
SELECT id, segment, amount, created_at FROM wheel_spin WHERE id = :spin_id;

-- @statement findOwnSpin
SELECT id, amount, site_day::text AS site_day, created_at FROM wheel_spin
WHERE id = :spin_id AND player_id = :player_id;
