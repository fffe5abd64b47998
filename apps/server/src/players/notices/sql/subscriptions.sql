-- Browsers that get push messages, and the key that signs those.

-- @statement findPushKey
SELECT public_key, sealed FROM push_key;

-- @statement insertPushKey
INSERT INTO push_key (public_key, sealed) VALUES (:public_key, :sealed) ON CONFLICT (id) DO NOTHING;

-- @statement lockSession
-- Locks the player, which makes browsers that are added at the same time wait for each other, and the session, which is
-- not ended before the browser is stored. No row where either is over.
SELECT s.id FROM player p JOIN session s ON s.player_id = p.id
WHERE p.id = :player_id AND s.id = :session_id AND p.closed_at IS NULL AND s.expires_at > clock_timestamp()
FOR NO KEY UPDATE OF p FOR KEY SHARE OF s;

-- @statement storeSubscription
-- A browser that somebody else was signed in with belongs to the new player alone.
INSERT INTO push_subscription AS u (player_id, session_id, endpoint, p256dh, auth, language)
VALUES (:player_id, :session_id, :endpoint, :p256dh, :auth, :language)
ON CONFLICT (endpoint) DO UPDATE SET player_id = excluded.player_id, session_id = excluded.session_id,
  p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language, created_at = clock_timestamp()
RETURNING u.id;

-- @statement deleteSurplusSubscriptions
-- One browser has one subscription; of the others, the newest are retained.
DELETE FROM push_subscription WHERE player_id = :player_id AND id <> :retained_id AND (
  session_id = :session_id OR id IN (
    SELECT u.id FROM push_subscription u WHERE u.player_id = :player_id AND u.id <> :retained_id
    ORDER BY u.created_at DESC, u.id DESC OFFSET :max_subscriptions::integer - 1));

-- @statement deleteOfOtherPlayer
-- What waits for a browser is not sent to another player.
DELETE FROM push_subscription WHERE endpoint = :endpoint AND player_id <> :player_id;

-- @statement deleteSubscriptionsOfSession
DELETE FROM push_subscription WHERE player_id = :player_id AND session_id = :session_id RETURNING id;

-- @statement readSubscriptions
SELECT count(*)::integer AS browsers, coalesce(bool_or(session_id = :session_id), false) AS current
FROM push_subscription WHERE player_id = :player_id;
