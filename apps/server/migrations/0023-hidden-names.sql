-- Players who hide their names from what others see of a round.

ALTER TABLE player ADD COLUMN hides_name boolean NOT NULL DEFAULT false;

-- Every process reads them when it starts; they are few.
CREATE INDEX player_hides_name ON player (id) WHERE hides_name;
