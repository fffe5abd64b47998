-- Hash chains, and the links of them that are stored sealed.

-- @statement readOpenChains
SELECT id, terminal_hash, salt, salt_source, links, next_link FROM fairness_chain
WHERE game = :game AND next_link <= links ORDER BY id;

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
