-- Minefield. The places of the mines are never stored: they follow from the player's sealed seed and the nonce.

SELECT ledger.add_game('minefield', 'minefield', 13);

CREATE TYPE minefield_difficulty AS ENUM ('Easy', 'Medium', 'Hard', 'Expert');
-- `Void` was ended by a restart, and its stake returned.
CREATE TYPE minefield_state AS ENUM ('Playing', 'Lost', 'CashedOut', 'Void');

CREATE TABLE minefield_game (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id),
  seed_id bigint NOT NULL REFERENCES player_seed (id),
  nonce integer NOT NULL CHECK (nonce >= 0),
  amount bigint NOT NULL CHECK (amount > 0 AND amount <= 1000000000),
  from_winnings bigint NOT NULL CHECK (from_winnings >= 0 AND from_winnings <= amount),
  difficulty minefield_difficulty NOT NULL,
  -- The rules the game began under, so that a later change of rules leaves it as it was.
  tiles smallint NOT NULL CHECK (tiles > 0),
  mines smallint NOT NULL CHECK (mines > 0 AND mines < tiles),
  increment_hundredths integer NOT NULL CHECK (increment_hundredths > 0),
  state minefield_state NOT NULL DEFAULT 'Playing',
  -- Tiles turned that held a gem, in the order they were turned.
  gem_tiles smallint[] NOT NULL DEFAULT '{}' CHECK (cardinality(gem_tiles) <= tiles - mines),
  -- For each of these tiles the call that turned it: eight bytes of the hash of its key, null for a call without a key.
  gem_calls bigint[] NOT NULL DEFAULT '{}' CHECK (cardinality(gem_calls) = cardinality(gem_tiles)),
  -- The mine that ended the game.
  hit_tile smallint CHECK (hit_tile >= 0 AND hit_tile < tiles),
  amount_won bigint NOT NULL DEFAULT 0 CHECK (amount_won >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The calls that started the game and ended it, with eight bytes of the hashes of their bodies.
  call_key bigint,
  call_body bigint,
  ended_by bigint,
  ended_body bigint,
  UNIQUE (seed_id, nonce),
  CHECK (hit_tile IS NULL OR state = 'Lost'),
  CHECK ((state = 'CashedOut') = (amount_won > 0)),
  CHECK (state <> 'CashedOut' OR cardinality(gem_tiles) > 0)
) WITH (fillfactor = 70);
-- One game in play per player.
CREATE UNIQUE INDEX minefield_game_playing ON minefield_game (player_id) WHERE state = 'Playing';
CREATE INDEX minefield_game_player ON minefield_game (player_id, id DESC);
CREATE UNIQUE INDEX minefield_game_call ON minefield_game (player_id, call_key) WHERE call_key IS NOT NULL;
-- A BRIN index over a column that changes does not keep a turned tile from being updated within its page.
CREATE INDEX minefield_game_time ON minefield_game USING brin (updated_at) WITH (autosummarize = on);
SELECT restrict_application('minefield_game',
  '{gem_tiles,gem_calls,hit_tile,state,amount_won,updated_at,ended_by,ended_body}');
CREATE TRIGGER minefield_game_is_final BEFORE UPDATE OR DELETE ON minefield_game
  FOR EACH ROW WHEN (OLD.state <> 'Playing') EXECUTE FUNCTION refuse_final_change();
