-- Notices of players, and their choices.

-- @statement createNotices
-- Each of a source once. Gives the players whose list has a new entry.
SELECT create_notices(:kind, :in_inbox_by_default, :players::bigint[], :sources::text[],
  :details::text[]) AS "player_id!";

-- @statement listNotices
-- A player's notices before an id, the newest first.
SELECT id, kind, data::text AS data, created_at, read_at IS NOT NULL AS is_read FROM notice
WHERE player_id = :player_id AND in_inbox AND id < :before ORDER BY id DESC LIMIT :max_rows;

-- @statement countUnread
-- A list has a hundred at most.
SELECT count(*)::integer AS unread FROM notice WHERE player_id = :player_id AND in_inbox AND read_at IS NULL;

-- @statement countUnreadOf
SELECT p.id AS player_id, u.unread FROM unnest(:player_ids::bigint[]) AS p (id) CROSS JOIN LATERAL (
  SELECT count(*)::integer AS unread FROM notice n WHERE n.player_id = p.id AND n.in_inbox AND n.read_at IS NULL) u;

-- @statement markRead
-- Marks the notices up to an id as read, or that one alone.
UPDATE notice SET read_at = clock_timestamp()
WHERE player_id = :player_id AND id <= :through AND (id = :through OR NOT :only) AND in_inbox AND read_at IS NULL;

-- @statement findNames
-- Names of players whose accounts are open.
SELECT id, username FROM player WHERE id = ANY(:player_ids) AND closed_at IS NULL;

-- @statement deleteOldNotices
-- A batch of them, with what was still to be sent of them. Returns how many there were.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS MATERIALIZED (
    SELECT n.id FROM lease, notice n WHERE n.created_at < clock_timestamp() - interval '90 days'
    ORDER BY n.created_at LIMIT :max_rows
  ),
  deleted AS (DELETE FROM notice n USING due WHERE n.id = due.id RETURNING 1)
SELECT count(*)::integer AS deleted FROM deleted;

-- @statement deleteOldDeliveries
-- A batch of those that were sent or abandoned. Returns how many there were.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS MATERIALIZED (
    SELECT d.id FROM lease, notice_delivery d
    WHERE d.state <> 'queued' AND d.created_at < clock_timestamp() - interval '14 days'
    ORDER BY d.created_at LIMIT :max_rows
  ),
  deleted AS (DELETE FROM notice_delivery d USING due WHERE d.id = due.id RETURNING 1)
SELECT count(*)::integer AS deleted FROM deleted;

-- @statement listSettings
SELECT kind, inbox, push, mail FROM notice_setting WHERE player_id = :player_id;

-- @statement hasAddress
SELECT email_confirmed_at IS NOT NULL AS has_address FROM player WHERE id = :player_id AND closed_at IS NULL;

-- @statement writeSettings
-- No row where the account was closed in the meantime.
WITH {{openPlayer}}
INSERT INTO notice_setting AS s (player_id, kind, inbox, push, mail, language)
SELECT o.id, c.kind, c.inbox, c.push, c.mail, :language
FROM open_player o, unnest(:kinds::text[], :inbox::boolean[], :push::boolean[],
  :mail::boolean[]) AS c (kind, inbox, push, mail)
ON CONFLICT (player_id, kind) DO UPDATE SET
  inbox = excluded.inbox, push = excluded.push, mail = excluded.mail, language = excluded.language
RETURNING s.kind;

-- @statement lockSettings
-- Makes changes of a player's choices wait for each other. No row where the account is closed.
SELECT id FROM player WHERE id = :player_id AND closed_at IS NULL FOR NO KEY UPDATE;
