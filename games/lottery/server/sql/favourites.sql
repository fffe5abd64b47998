-- A player's favourite numbers, in the order in which they were stored.

-- @statement readFavourites
SELECT picks FROM lottery_favourites WHERE player_id = :player_id;

-- @statement addFavourite
-- No row where they are full, or the account is closed. Numbers that are stored already stay where they are.
WITH {{openPlayer}}
INSERT INTO lottery_favourites AS f (player_id, picks)
SELECT id, ARRAY[:pick::bigint] FROM open_player
ON CONFLICT (player_id) DO UPDATE
  SET picks = CASE WHEN :pick::bigint = ANY (f.picks) THEN f.picks ELSE f.picks || :pick::bigint END
  WHERE :pick::bigint = ANY (f.picks) OR cardinality(f.picks) < :max_picks::integer
RETURNING picks;

-- @statement removeFavourite
UPDATE lottery_favourites SET picks = array_remove(picks, :pick::bigint) WHERE player_id = :player_id RETURNING picks;

-- @statement eraseFavourites
DELETE FROM lottery_favourites WHERE player_id = :player_id;
