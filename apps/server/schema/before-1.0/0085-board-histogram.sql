-- Boards list their first 1,000 places. Places below are read from a histogram of the board instead of being counted from
-- marks along it.

DROP TABLE board_marks;
DROP FUNCTION board_of_all_time(bigint, bigint, bigint, bigint, bigint);
DROP FUNCTION board_of_span("char", bigint, bigint, bigint, bigint, bigint);
DROP FUNCTION count_between_of_all_time(date, bigint, bigint, bigint, bigint, bigint, bigint, bigint);
DROP FUNCTION count_between_of_span("char", date, date, bigint, bigint, bigint, bigint, bigint, bigint, bigint);

-- How many players won at least so much: the n-th of `players` won at least the n-th of `won`. Ascending, from the lowest
-- amount of all, so that the first of `players` is the number of all players on the board.
CREATE TABLE board_histogram (
  -- A day, a week, a month, or all time.
  span "char" PRIMARY KEY CHECK (span IN ('d', 'w', 'm', 'a')),
  since date NOT NULL,
  counted_at timestamptz NOT NULL,
  won bigint[] NOT NULL,
  players bigint[] NOT NULL CHECK (cardinality(players) = cardinality(won))
);
