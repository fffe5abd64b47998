-- How old the reads of a standby are, by the lease of the director, which its holder renews once a second. Only the primary's
-- clock counts, so hosts may disagree about the time.

-- @statement readLeaseNow
SELECT epoch, clock_timestamp() AS now FROM director_lease;

-- @statement isRecent
-- On the standby: not after its promotion, nor where it follows a former primary, whose leader has an older epoch.
SELECT EXISTS (
  SELECT FROM director_lease WHERE pg_is_in_recovery() AND epoch = :epoch
    AND renewed_at > :now::timestamptz - :max_age_ms::bigint * interval '1 millisecond'
) AS recent;
