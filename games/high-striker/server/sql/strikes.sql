-- High Striker. Locks are taken wallet, then seed, each in the order of players.

-- @statement insertStrikes
-- Guards, strikes, stakes, payouts and nonces of a batch, at most one strike a player. A strike is settled as it is
-- placed: the stake is taken before the win is paid, so that no prefix of the ledger pays what was not staked yet.
-- @accepted refusal
WITH input AS MATERIALIZED (
  SELECT * FROM unnest(:player_ids::bigint[], :stakes::bigint[], :targets_hundredths::integer[],
      :heights_hundredths::integer[], :seed_ids::bigint[], :nonces::integer[])
    AS t (player_id, stake, target, height, seed_id, nonce)
),
judged AS MATERIALIZED (SELECT * FROM ledger.judge_stakes(:player_ids, :stakes)),
bet AS (
  INSERT INTO high_striker_strike (player_id, seed_id, nonce, amount, from_winnings, target_hundredths,
    height_hundredths, amount_won)
  SELECT i.player_id, i.seed_id, i.nonce, i.stake, j.from_winnings, i.target, i.height,
    CASE WHEN i.height >= i.target THEN i.stake / 100 * i.target ELSE 0 END
  FROM input i JOIN judged j USING (player_id) WHERE j.refusal IS NULL
  RETURNING *
),
debited AS MATERIALIZED (
  SELECT d.player_id FROM (
    SELECT array_agg(id) AS ids, array_agg(player_id) AS players, array_agg(amount) AS amounts,
      array_agg(from_winnings) AS from_winnings
    FROM bet
  ) b, ledger.debit_stakes('high_striker', b.ids, b.players, b.amounts, b.from_winnings) d
),
settled AS MATERIALIZED (
  SELECT p.* FROM (
    SELECT array_agg(b.id) AS ids, array_agg(b.player_id) AS players, array_agg(b.amount) AS amounts,
      array_agg(b.amount_won) AS amounts_won
    FROM bet b JOIN debited d USING (player_id)
  ) w, ledger.pay_wins('high_striker', w.ids, w.players, w.amounts, w.amounts_won, w.players) p
),
drawn AS (SELECT seed_id, nonce FROM bet),
{{advanceNonces}}
SELECT i.player_id AS input_player, j.refusal::text AS refusal, s.id AS strike_id, s.amount, s.target_hundredths,
  s.height_hundredths, s.amount_won, s.created_at AS struck_at, v.*
FROM input i
LEFT JOIN judged j ON j.player_id = i.player_id
LEFT JOIN bet s ON s.player_id = i.player_id
LEFT JOIN settled v ON v.player_id = i.player_id;

-- @statement readHistory
-- A player's newest strikes.
SELECT s.id AS strike_id, s.amount, s.target_hundredths, s.height_hundredths, s.amount_won,
  s.created_at AS struck_at, s.player_id, p.username
FROM high_striker_strike s JOIN player p ON p.id = s.player_id
WHERE s.player_id = :player_id ORDER BY s.id DESC LIMIT :max_rows;

-- @statement findProof
-- The seed is null until the player rotated it out.
SELECT s.nonce, s.target_hundredths, s.height_hundredths, k.commitment, k.seed, k.client_seed AS "client_seed!",
  k.client_seed_source AS "client_seed_source!"
FROM high_striker_strike s JOIN player_seed k ON k.id = s.seed_id WHERE s.id = :strike_id;

-- @statement findStrike
-- Without its player.
SELECT id, target_hundredths, height_hundredths, created_at FROM high_striker_strike WHERE id = :strike_id;

-- @statement findOwnStrike
SELECT id, amount, amount_won, target_hundredths, created_at FROM high_striker_strike
WHERE id = :strike_id AND player_id = :player_id;
