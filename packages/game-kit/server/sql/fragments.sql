-- Fragments that the statements of any file may include, for games.

-- @fragment advanceNonces
-- Expects CTE `drawn (seed_id, nonce)`, the games just written: their nonces are used, and a game that is refused
-- leaves no gap. The seeds must be locked.
  advanced AS (
    UPDATE player_seed s SET next_nonce = s.next_nonce + 1
    FROM drawn d WHERE s.id = d.seed_id AND s.next_nonce = d.nonce
  )
