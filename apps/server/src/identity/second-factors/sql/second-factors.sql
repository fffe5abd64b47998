-- Authenticator apps and recovery codes.

-- @statement findAuthenticator
SELECT sealed, confirmed_at IS NOT NULL AS is_confirmed,
  confirmed_at IS NULL AND created_at <= clock_timestamp() - interval '15 minutes' AS is_abandoned
FROM authenticator WHERE player_id = :player_id;

-- @statement beginAuthenticator
-- Replaces one that was never confirmed. No row where there is a confirmed one, or the account was closed.
WITH {{openPlayer}}
INSERT INTO authenticator AS a (player_id, sealed) SELECT id, :sealed FROM open_player
ON CONFLICT (player_id) DO UPDATE SET sealed = excluded.sealed, created_at = clock_timestamp(), last_step = 0
WHERE a.confirmed_at IS NULL
RETURNING player_id;

-- @statement confirmAuthenticator
-- No row where it was confirmed or replaced in the meantime.
UPDATE authenticator SET confirmed_at = clock_timestamp(), last_step = :step
WHERE player_id = :player_id AND confirmed_at IS NULL AND sealed = :sealed RETURNING player_id;

-- @statement useStep
-- Accepts the code of a step once, and none of an earlier one after it.
UPDATE authenticator SET last_step = :step
WHERE player_id = :player_id AND confirmed_at IS NOT NULL AND last_step < :step RETURNING player_id;

-- @statement deleteAuthenticator
DELETE FROM authenticator WHERE player_id = :player_id AND confirmed_at IS NOT NULL RETURNING player_id;

-- @statement useRecoveryCode
-- No row where there is no such code, or it was used before.
UPDATE recovery_code SET used_at = clock_timestamp()
WHERE player_id = :player_id AND code_hash = :code_hash AND used_at IS NULL RETURNING player_id;

-- @statement insertRecoveryCodes
INSERT INTO recovery_code (player_id, code_hash) SELECT :player_id, unnest(:code_hashes::bytea[]);

-- @statement deleteRecoveryCodes
DELETE FROM recovery_code WHERE player_id = :player_id;

-- @statement readSecondFactors
SELECT a.confirmed_at AS authenticator_at,
  (SELECT count(*)::integer FROM recovery_code c WHERE c.player_id = p.id AND c.used_at IS NULL) AS recovery_codes_left
FROM player p LEFT JOIN authenticator a ON a.player_id = p.id AND a.confirmed_at IS NOT NULL
WHERE p.id = :player_id;
