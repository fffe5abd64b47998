-- Where every so-manyth player stood when a board was last gone through, so that a place far down it is found
-- without counting all who stand before it. One row a board, which whoever needs it counts anew.
CREATE TABLE board_marks (
  board text PRIMARY KEY CHECK (board IN ('today', 'week', 'all')),
  taken_at timestamptz NOT NULL DEFAULT '2000-01-01',
  -- The site day it was counted on: stakes of another day are nobody's stakes of today.
  day date NOT NULL DEFAULT '2000-01-01',
  -- Marks stand at the places 1, 1 + every, 1 + 2 every …
  every bigint NOT NULL DEFAULT 1 CHECK (every > 0),
  -- Of each mark: won, today's stakes and the player's id, eight bytes each.
  keys bytea NOT NULL DEFAULT '' CHECK (length(keys) % 24 = 0)
);
INSERT INTO board_marks (board) VALUES ('today'), ('week'), ('all');
