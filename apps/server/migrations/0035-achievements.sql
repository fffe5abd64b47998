-- Achievements: awarded by the director from committed transfers, once per player and achievement.

CREATE TABLE achievement (
  player_id bigint NOT NULL REFERENCES player (id),
  id text NOT NULL,
  reached_at timestamptz NOT NULL,
  PRIMARY KEY (player_id, id)
);

-- How far each rule has been applied: to the transfers up to this id. A new rule begins with the first.
CREATE TABLE achievement_rule (
  id text PRIMARY KEY,
  applied_through bigint NOT NULL DEFAULT 0 CHECK (applied_through >= 0)
);
