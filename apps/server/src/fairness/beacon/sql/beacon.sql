-- The beacon's chains and values.

-- @statement insertChain
-- Where processes start together, one of them writes the chain.
INSERT INTO beacon_chain (hash, public_key, genesis_ms, period_ms)
VALUES (:hash, :public_key, :genesis_ms, :period_ms) ON CONFLICT (hash, public_key, genesis_ms, period_ms) DO NOTHING;

-- @statement findChainId
SELECT id FROM beacon_chain
WHERE hash = :hash AND public_key = :public_key AND genesis_ms = :genesis_ms AND period_ms = :period_ms;

-- @statement findChain
SELECT hash, public_key, genesis_ms, period_ms FROM beacon_chain WHERE id = :chain_id;

-- @statement findValue
SELECT randomness, signature FROM beacon_value WHERE chain_id = :chain_id AND round = :round;

-- @statement insertValue
INSERT INTO beacon_value (chain_id, round, randomness, signature)
VALUES (:chain_id, :round, :randomness, :signature) ON CONFLICT (chain_id, round) DO NOTHING;
