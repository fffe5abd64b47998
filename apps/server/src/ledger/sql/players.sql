-- @statement insertPlayer
-- @nullable email, password_hash, avatar, referred_by
INSERT INTO player (username, email, password_hash, avatar, reference_id, referred_by, adult_confirmed_at)
VALUES (:username, :email, :password_hash, :avatar, :reference_id, :referred_by, clock_timestamp())
RETURNING id;

-- @statement lockOpenPlayer
-- No row where the account is closed. The lock and that of a closing exclude each other.
SELECT id FROM player WHERE id = :player_id AND closed_at IS NULL FOR KEY SHARE;

-- @statement openWallet
SELECT ledger.open_wallet(:player_id, :signup_coins);

-- @statement recordReferral
-- Records who invited a player. No row where the mailbox was invited before.
WITH invited AS (
  INSERT INTO referral (referred_id, referrer_id, mailbox_hash)
  SELECT id, referred_by, :mailbox_hash FROM player WHERE id = :player_id AND referred_by IS NOT NULL
  ON CONFLICT (mailbox_hash) DO NOTHING RETURNING referrer_id
)
UPDATE player p SET referral_count = referral_count + 1 FROM invited i WHERE p.id = i.referrer_id RETURNING p.id;

-- @statement forgetReferrer
UPDATE player SET referred_by = NULL WHERE id = :player_id;

-- @statement bumpVersion
SELECT ledger.bump_version(:player_id);

-- @statement findPlayerView
SELECT v.*, p.bot FROM player_view v JOIN player p ON p.id = v.player_id WHERE v.player_id = :player_id;

-- @statement findPlayerViews
SELECT v.*, p.bot FROM player_view v JOIN player p ON p.id = v.player_id
WHERE v.player_id = ANY (:player_ids::bigint[]);
