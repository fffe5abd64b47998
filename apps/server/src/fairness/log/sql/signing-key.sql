-- The key that signs receipts and checkpoints.

-- @statement findSigningKey
SELECT public_key, sealed FROM signing_key;

-- @statement insertSigningKey
-- The first one remains.
INSERT INTO signing_key (public_key, sealed) VALUES (:public_key, :sealed) ON CONFLICT (id) DO NOTHING;
