-- Hash chains, and the links of them that are stored sealed.

-- @statement readOpenChains
SELECT id, terminal_hash, salt, salt_source, links, next_link FROM fairness_chain
WHERE game = :game AND next_link <= links AND ended_by IS NULL ORDER BY id;

-- @statement lockChains
-- Until the transaction ends, one process at a time makes a chain of this game.
SELECT pg_advisory_xact_lock(hashtext('fairness-chain-' || :game::text));

-- @statement insertChain
INSERT INTO fairness_chain (game, terminal_hash, salt, salt_source, links)
VALUES (:game, :terminal_hash, :salt, 'install', :links)
RETURNING id;

-- @statement insertCheckpoints
INSERT INTO fairness_checkpoint (chain_id, link, sealed)
SELECT :chain_id, link, sealed FROM unnest(:checkpoint_links::integer[], :sealed::bytea[]) AS t (link, sealed);

-- @statement findCheckpoint
-- The nearest stored link from this one on.
SELECT link, sealed FROM fairness_checkpoint
WHERE chain_id = :chain_id AND link >= :link ORDER BY link LIMIT 1;

-- @statement findLastRestart
-- When the site went back in time for the last time, and to when.
SELECT at, restored_to FROM fairness_restart ORDER BY id DESC LIMIT 1;

-- @statement readChains
-- Newest first, with what ended them.
SELECT c.id, c.game, c.terminal_hash, c.salt, c.salt_source, c.links, c.published_at, r.at AS ended_at,
  r.reason AS ended_by
FROM fairness_chain c LEFT JOIN fairness_restart r ON r.id = c.ended_by ORDER BY c.id DESC LIMIT 100;
