-- A file for each ended day of the site, made from the public log.

-- @statement findDueDay
-- The day after the last dump once it has been over for a while; no row where there is none. The first day is the one
-- on which the log began. A day begins where the one before ended, also if the site has changed its zone.
SELECT due.day, due.begins_at, due.ends_at, due.origin, due.through, due.log
FROM (
  SELECT next.day, next.begins_at, greatest(day_begins_at(next.day + 1, next.zone),
    next.begins_at) AS ends_at, next.origin,
    next.through, next.log
  FROM (
    SELECT coalesce(d.day + 1, day_in_zone(o.began_at, z.name)) AS day, coalesce(d.ends_at, o.began_at) AS begins_at,
      coalesce(d.origin, 1) AS origin, coalesce(d.through, -1) AS through, z.name AS zone,
      newest.name AS log
    FROM log_origin o CROSS JOIN site_zone z CROSS JOIN (SELECT name FROM log_origin ORDER BY n DESC LIMIT 1) newest
    LEFT JOIN (SELECT day, ends_at, origin, through FROM dump ORDER BY day DESC LIMIT 1) d ON true
    WHERE o.n = 1 AND z.id = 1
  ) next
) due
WHERE due.ends_at < clock_timestamp() - :settled_ms::bigint * interval '1 millisecond';

-- @statement readEntries
SELECT origin, index, at, kind, game, source FROM log_entry WHERE (origin, index) > (:origin, :through)
ORDER BY origin, index LIMIT :max_rows;

-- @statement readRounds
-- All entries of these rounds, in whichever origin they are.
SELECT source, body FROM log_entry WHERE game = :game AND source = ANY (:sources::text[]) ORDER BY origin, index;

-- @statement readChains
SELECT body FROM log_entry WHERE game = '' AND kind = 'chain' AND source = ANY (:chains::text[])
ORDER BY source::bigint;

-- @statement insertDump
-- No row where another leader has made it in the meantime.
INSERT INTO dump (day, ends_at, origin, through, sha256, body, monitored)
SELECT :day::date, :ends_at::timestamptz, :origin::integer, :through::bigint, sha256(:body::bytea), :body::bytea,
  :monitored::jsonb
FROM held_lease(:epoch)
ON CONFLICT (day) DO NOTHING
RETURNING sha256;

-- @statement listDumps
SELECT day, octet_length(body) AS bytes, encode(sha256, 'hex') AS sha256 FROM dump ORDER BY day;

-- @statement findDump
SELECT body FROM dump WHERE day::text = :day;

-- @statement readMonitored
-- After a day.
-- @nullable after
SELECT day, origin, through, monitored FROM dump WHERE :after::date IS NULL OR day > :after::date ORDER BY day;

-- @statement findNewestVoids
SELECT body FROM log_entry WHERE kind = 'void' ORDER BY origin DESC, index DESC LIMIT :max_rows;

-- @statement sumEnded
-- What ended within a span of time in a game that the public log has no rounds of, without what is void.
-- @unprepared the span decides whether an index is worth it
SELECT count(*) AS bets, coalesce(sum(s.amount), 0)::bigint AS staked, coalesce(sum(s.payout), 0)::bigint AS paid
FROM game_stake s WHERE s.game = :game AND s.is_settled AND s.ended_at >= :from AND s.ended_at < :until;
