-- A player may have two bets in a round, each in a slot of its own. Bets from before are in slot 1.

ALTER TABLE aviator_bet ADD COLUMN slot smallint NOT NULL DEFAULT 1 CHECK (slot IN (1, 2));

-- The new key before the old one is dropped; both find a player's bets of a round.
ALTER TABLE aviator_bet ADD CONSTRAINT aviator_bet_one_per_slot UNIQUE (round_id, player_id, slot);
ALTER TABLE aviator_bet DROP CONSTRAINT aviator_bet_round_id_player_id_key;
