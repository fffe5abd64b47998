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

-- @statement insertReferral
INSERT INTO referral (referred_id, referrer_id) VALUES (:referred_id, :referrer_id);

-- @statement countReferral
UPDATE player SET referral_count = referral_count + 1 WHERE id = :player_id;

-- @statement bumpVersion
SELECT ledger.bump_version(:player_id);

-- @statement findPlayerView
SELECT v.*, p.bot FROM player_view v JOIN player p ON p.id = v.player_id WHERE v.player_id = :player_id;

-- @statement findPlayerViews
SELECT v.*, p.bot FROM player_view v JOIN player p ON p.id = v.player_id WHERE v.player_id = ANY (:player_ids::bigint[]);
