-- The director's lease: a row with an epoch that grows with every holder, which the holder renews; and a row with
-- the same epoch, the fence, which the writes of the holder lock (`held_lease`). The trigger
-- director_lease_moves_fence keeps them equal.

-- @fragment isFree
-- It has run out, or was renewed later than it is now: the clock was set back since.
(l.holder IS NULL
    OR l.renewed_at < clock_timestamp() - :expires_ms::integer * interval '1 ms'
    OR l.renewed_at > clock_timestamp() + :expires_ms::integer * interval '1 ms')

-- @statement takeLease
-- Takes the lease if it is free and no epoch is missing that the caller knows. The fence is locked first,
-- which waits for writes of the former holder, so that `now` is when it was taken; a renewal in the
-- meantime is seen by the second look.
WITH free AS MATERIALIZED (SELECT FROM director_lease l WHERE {{isFree}} AND l.epoch >= :newest),
  fence AS MATERIALIZED (SELECT f.id FROM free, director_fence f FOR UPDATE OF f),
  before AS (SELECT renewed_at FROM director_lease)
UPDATE director_lease l SET epoch = l.epoch + 1, holder = :holder, renewed_at = clock_timestamp(),
  led_since = clock_timestamp()
FROM before, fence WHERE {{isFree}}
RETURNING l.epoch, before.renewed_at AS before, l.renewed_at AS now;

-- @statement renewLease
-- Waits neither for writes of the holder, which lock the fence alone, nor for the disk: a renewal that a crash loses
-- makes the lease older, no more.
WITH fast AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
  before AS (SELECT renewed_at FROM director_lease)
UPDATE director_lease l SET renewed_at = clock_timestamp(),
  led_since = CASE WHEN {{isFree}} OR l.renewed_at > clock_timestamp() THEN clock_timestamp() ELSE l.led_since END
FROM before, fast WHERE l.epoch = :epoch
RETURNING l.epoch, before.renewed_at AS before, l.renewed_at AS now;

-- @statement confirmCommits
-- Waits for the standby to have this record of the log, and so all that was committed before. It locks nothing.
SELECT pg_logical_emit_message(true, 'fairground', '')::text AS "place!";

-- @statement readEpoch
SELECT epoch FROM director_lease;

-- @statement releaseLease
UPDATE director_lease SET holder = NULL WHERE epoch = :epoch;
