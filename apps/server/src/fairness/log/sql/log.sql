-- The public log: what its engine writes, and what its readers find.

-- @statement findOrigin
-- The newest one, with the newest restart, of which it may not know.
SELECT o.n, o.name, o.restart_id,
  (SELECT max(r.id) FROM fairness_restart r) AS newest_restart,
  (SELECT coalesce(max(e.index) + 1, 0) FROM log_entry e WHERE e.origin = o.n) AS size,
  (SELECT e.at FROM log_entry e WHERE e.origin = o.n ORDER BY e.index DESC LIMIT 1) AS newest_at
FROM log_origin o ORDER BY o.n DESC LIMIT 1;

-- @statement openOrigin
-- The first one, or the one that follows a restart. Of two leaders the second one adds nothing.
-- @nullable restart_id
INSERT INTO log_origin (n, name, restart_id)
SELECT :n, :name, :restart_id FROM held_lease(:epoch) ON CONFLICT DO NOTHING;

-- @statement readProgress
SELECT game, through FROM log_progress;

-- @statement findLogged
-- Which kinds of entries these sources have.
SELECT source, kind FROM log_entry WHERE game = :game AND source = ANY (:sources::text[]);

-- @statement appendEntries
-- Adds entries, the hashes of tiles that they complete, and a checkpoint that has them, all or nothing. Nothing where
-- another leader has added one in the meantime. The constraint log_entry_once refuses what is in the log.
-- @rows entry_index, entry_at, kind, game, source, body
-- @nullable root, signature
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  gate AS MATERIALIZED (
    SELECT lease.epoch FROM lease
    WHERE :first_index = (SELECT coalesce(max(e.index) + 1, 0) FROM log_entry e WHERE e.origin = :origin)
  ),
  entry AS (
    INSERT INTO log_entry (origin, index, at, kind, game, source, body)
    SELECT :origin, e.index, e.at, e.kind, e.game, e.source, e.body
    FROM gate, unnest(:entry_index::bigint[], :entry_at::timestamptz[], :kind::text[], :game::text[], :source::text[],
      :body::text[]) AS e (index, at, kind, game, source, body)
  ),
  tile AS (
    INSERT INTO log_tile (origin, level, index, hash)
    SELECT :origin, t.level, t.index, t.hash
    FROM gate, unnest(:tile_levels::smallint[], :tile_indexes::bigint[],
      :tile_hashes::bytea[]) AS t (level, index, hash)
  ),
  moved AS (
    INSERT INTO log_progress (game, through)
    SELECT m.game, m.through FROM gate, unnest(:progress_games::text[], :progress_keys::bigint[]) AS m (game, through)
    ON CONFLICT (game) DO UPDATE SET through = excluded.through
  ),
  checkpoint AS (
    INSERT INTO log_checkpoint (origin, size, root, signature)
    SELECT :origin, :size, :root::bytea, :signature::bytea FROM gate WHERE :root::bytea IS NOT NULL
  )
SELECT EXISTS (SELECT FROM lease) AS leads, EXISTS (SELECT FROM gate) AS is_appended;

-- @statement findCheckpoint
-- The newest one of an origin; null is the newest origin.
-- @nullable origin
SELECT c.origin, c.size, c.root, c.signature, c.at, o.name FROM log_checkpoint c JOIN log_origin o ON o.n = c.origin
WHERE c.origin = coalesce(:origin, (SELECT max(n) FROM log_origin)) ORDER BY c.size DESC LIMIT 1;

-- @statement isPublishedBefore
-- Whether an entry stood in a checkpoint that was made before a moment.
SELECT coalesce((
  SELECT c.at FROM log_checkpoint c WHERE c.origin = e.origin AND c.size > e.index ORDER BY c.size LIMIT 1
) < :before, false) AS is_published
FROM log_entry e WHERE e.game = :game AND e.source = :source AND e.kind = :kind;

-- @statement findIndexes
-- Where seal and result of a round stand.
SELECT o.name AS origin, e.kind, e.index FROM log_entry e JOIN log_origin o ON o.n = e.origin
WHERE e.game = :game AND e.source = :source AND e.kind IN ('seal', 'result') ORDER BY e.origin, e.index;

-- @statement readEntries
SELECT index, body FROM log_entry WHERE origin = :origin AND index >= :first AND index < :end ORDER BY index;

-- @statement readTileHashes
SELECT hash FROM log_tile WHERE origin = :origin AND level = :level AND index >= :first AND index < :end ORDER BY index;

-- @statement findNewChains
SELECT id, game, links, salt, salt_source, terminal_hash FROM fairness_chain c
WHERE NOT EXISTS (
  SELECT FROM log_entry e WHERE e.game = '' AND e.kind = 'chain' AND e.source = c.id::text
) ORDER BY id LIMIT :max_rows;

-- @statement findNewHeads
SELECT day AS "day!", transfers, hash FROM ledger_head
WHERE day > coalesce((SELECT max(source) FROM log_entry WHERE game = '' AND kind = 'ledgerHead')::date, '-infinity')
ORDER BY day LIMIT :max_rows;

-- @statement findNewFiles
-- Files among these and all dumps that this origin does not have with these hashes. The origin's number is part of the
-- source, so that the next origin has them again.
-- @rows name, sha256
SELECT f.name, f.sha256 FROM (
  SELECT n.name, n.sha256 FROM unnest(:name::text[], :sha256::text[]) AS n (name, sha256)
  UNION ALL SELECT 'data/' || d.day || '.ndjson.gz', encode(d.sha256, 'hex') FROM dump d
) f
WHERE NOT EXISTS (
  SELECT FROM log_entry e
  WHERE e.game = '' AND e.kind = 'file' AND e.source = concat_ws(' ', :origin::integer, f.name, f.sha256)
)
ORDER BY f.name LIMIT :max_rows;

-- @statement findDueSeedDay
-- A day whose seeds are not in the log yet, once it has been over for so long that no transaction can add one; no row
-- where there is none. The first day is the one on which the log began.
SELECT due.day AS "day!", due.ends_at AS "ends_at!" FROM (
  SELECT coalesce(
      (SELECT max(e.source) FROM log_entry e WHERE e.game = '' AND e.kind = 'playerSeeds')::date + 1,
      (SELECT day_in_zone(o.began_at, z.name) FROM log_origin o WHERE o.n = 1)
    ) AS day, z.name
  FROM site_zone z WHERE z.id = 1
) next CROSS JOIN LATERAL (
  SELECT next.day, day_begins_at(next.day + 1, next.name) AS ends_at
) due
WHERE due.ends_at < clock_timestamp() - :settled_ms::bigint * interval '1 millisecond';

-- @statement findLastSeed
-- The last of the seeds that were made before a moment.
SELECT coalesce(max(id), 0) AS id FROM player_seed WHERE created_at < :before AND id > :after;

-- @statement readCommitments
SELECT id, commitment FROM player_seed WHERE id > :after AND id <= :through ORDER BY id LIMIT :max_rows;

-- @statement findRestart
SELECT id, reason FROM fairness_restart WHERE id = :id;

-- @statement readCosignatures
SELECT witness, signature FROM log_cosignature WHERE origin = :origin AND size = :size ORDER BY witness;

-- @statement insertCosignature
INSERT INTO log_cosignature (origin, size, witness, signature)
SELECT :origin, :size, :witness, :signature FROM held_lease(:epoch) ON CONFLICT DO NOTHING;

-- @statement findNewestCosigned
-- The largest checkpoint that each of these witnesses has signed.
SELECT w.witness, c.size, c.at
FROM unnest(:witnesses::text[]) AS w (witness)
CROSS JOIN LATERAL (
  SELECT size, at FROM log_cosignature s WHERE s.origin = :origin AND s.witness = w.witness ORDER BY s.size DESC LIMIT 1
) c;

-- @statement findNewestRestart
SELECT id FROM fairness_restart ORDER BY id DESC LIMIT 1;

-- @statement findPreviousOrigin
SELECT n, name FROM log_origin WHERE n < :origin ORDER BY n DESC LIMIT 1;
