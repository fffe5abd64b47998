-- The director's lease: one row, and an epoch that grows with every holder.

-- @statement takeLease
-- Takes the lease if it has run out, or was renewed later than it is now: the clock was set back since.
WITH before AS (SELECT renewed_at FROM director_lease)
UPDATE director_lease l SET epoch = l.epoch + 1, holder = :holder, renewed_at = clock_timestamp()
FROM before
WHERE l.holder IS NULL
  OR l.renewed_at < clock_timestamp() - :expires_ms::integer * interval '1 ms'
  OR l.renewed_at > clock_timestamp() + :expires_ms::integer * interval '1 ms'
RETURNING l.epoch, before.renewed_at AS before, l.renewed_at AS now;

-- @statement renewLease
WITH before AS (SELECT renewed_at FROM director_lease)
UPDATE director_lease l SET renewed_at = clock_timestamp() FROM before WHERE l.epoch = :epoch
RETURNING l.epoch, before.renewed_at AS before, l.renewed_at AS now;

-- @statement releaseLease
UPDATE director_lease SET holder = NULL WHERE epoch = :epoch;
