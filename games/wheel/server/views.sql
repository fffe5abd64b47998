-- What the site knows of spins of the wheel: see apps/server/src/ledger/views.sql.

-- @view game_row
SELECT 'wheelSpins' AS list, player_id, id, ARRAY[id] AS sources,
  (SELECT row_to_json(r) FROM (
    SELECT s.id, s.site_day, s.segment, s.amount, s.seed_id, s.nonce, s.created_at
  ) r) AS row
FROM wheel_spin s;

-- @view seed_use
SELECT seed_id, nonce FROM wheel_spin;

-- @view free_day
SELECT player_id, site_day AS day FROM wheel_spin;
