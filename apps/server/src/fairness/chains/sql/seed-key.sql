-- The key of the sealed seeds, as the database knows it.

-- @statement findSeedKey
SELECT fingerprint, sealed_closing_key FROM seed_key;

-- @statement adoptSeedKey
-- The first one remains.
INSERT INTO seed_key (fingerprint, sealed_closing_key) VALUES (:fingerprint, :sealed_closing_key)
ON CONFLICT (id) DO NOTHING;

-- @statement replaceSeedKey
-- @role owner
UPDATE seed_key SET fingerprint = :fingerprint, sealed_closing_key = :sealed_closing_key,
  rotated_at = clock_timestamp();
