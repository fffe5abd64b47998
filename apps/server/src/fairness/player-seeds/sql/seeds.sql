-- Player seeds.

-- @statement lockCurrent
-- Locks the current seeds of these players, in the order of their ids, and reads them after that.
SELECT id, player_id, sealed, commitment, client_seed AS "client_seed!", client_seed_source AS "client_seed_source!",
  next_nonce
FROM player_seed
WHERE player_id = ANY (:player_ids::bigint[]) AND state = 'current' ORDER BY player_id FOR NO KEY UPDATE;

-- @statement insertPairs
-- Writes first pairs. A player who has one already retains it; a pair being written elsewhere is waited for.
-- @nullable client_seeds[]
INSERT INTO player_seed (player_id, state, sealed, commitment, client_seed, client_seed_source, activated_at)
SELECT player_id, state, sealed, commitment, client_seed,
  CASE WHEN client_seed IS NOT NULL THEN 'server' END,
  CASE WHEN client_seed IS NOT NULL THEN clock_timestamp() END
FROM unnest(:player_ids::bigint[], :states::seed_state[], :sealed::bytea[], :commitments::bytea[],
  :client_seeds::text[])
  AS t (player_id, state, sealed, commitment, client_seed)
ORDER BY player_id, state DESC
ON CONFLICT DO NOTHING;

-- @statement findPair
SELECT c.id, c.player_id, c.sealed, c.commitment, c.client_seed AS "client_seed!",
  c.client_seed_source AS "client_seed_source!", c.next_nonce, n.commitment AS next_commitment
FROM player_seed c JOIN player_seed n ON n.player_id = c.player_id AND n.state = 'next'
WHERE c.player_id = :player_id AND c.state = 'current';

-- @statement chooseClientSeed
-- Changes nothing once a game was drawn from the pair.
UPDATE player_seed SET client_seed = :client_seed, client_seed_source = 'player'
WHERE id = :seed_id AND state = 'current' AND next_nonce = 0;

-- @statement findDay
-- The day under whose root in the public log a seed of the player is, and its place there. Each root is over as many
-- of the next seeds as it says, in the order of their ids. Those before it are counted in the index of the ids alone.
WITH seed AS (
  SELECT s.id, (SELECT count(*) FROM player_seed b WHERE b.id < s.id) AS place FROM player_seed s
  WHERE s.player_id = :player_id AND s.commitment = :commitment
), day AS (
  SELECT e.source AS day, sum((e.body::jsonb ->> 'count')::bigint) OVER (ORDER BY e.source)::bigint AS through,
    (e.body::jsonb ->> 'count')::bigint AS count
  FROM log_entry e WHERE e.game = '' AND e.kind = 'playerSeeds'
)
SELECT day.day, seed.id AS seed_id, seed.place - (day.through - day.count) AS "index!", day.count AS "count!"
FROM seed JOIN day ON seed.place >= day.through - day.count AND seed.place < day.through;

-- @statement readDay
-- So many seeds, of which this one has that place. From it the first is found, without those of the days before.
SELECT commitment FROM player_seed
WHERE id >= (SELECT b.id FROM player_seed b WHERE b.id <= :seed_id ORDER BY b.id DESC OFFSET :index LIMIT 1)
ORDER BY id LIMIT :count;

-- @statement lockNext
SELECT id, sealed, commitment FROM player_seed WHERE player_id = :player_id AND state = 'next' FOR NO KEY UPDATE;

-- @statement revealSeed
UPDATE player_seed SET state = 'revealed', seed = :seed, revealed_at = clock_timestamp(),
  revealed_after = newest_transfer()
WHERE id = :seed_id AND state = 'current';

-- @statement activateNext
UPDATE player_seed SET state = 'current', client_seed = :client_seed, client_seed_source = 'player',
  activated_at = clock_timestamp()
WHERE id = :seed_id AND state = 'next';

-- @statement insertNext
INSERT INTO player_seed (player_id, state, sealed, commitment) VALUES (:player_id, 'next', :sealed, :commitment);

-- @statement readSealed
-- Seeds that are not revealed, in the order of their ids.
SELECT id, player_id, sealed, commitment FROM player_seed
WHERE state <> 'revealed' AND id > :after ORDER BY id LIMIT :max_seeds;

-- @statement revealSeeds
-- Reveals announced seeds too, which then get a client seed of the server's.
UPDATE player_seed s SET state = 'revealed', seed = r.seed, revealed_at = clock_timestamp(),
  revealed_after = newest_transfer(),
  client_seed = coalesce(s.client_seed, r.client_seed),
  client_seed_source = coalesce(s.client_seed_source, 'server')
FROM unnest(:seed_ids::bigint[], :seeds::bytea[], :client_seeds::text[]) AS r (id, seed, client_seed)
WHERE s.id = r.id AND s.state <> 'revealed';
