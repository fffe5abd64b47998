-- What the operator's commands read and write, and the events by which running processes learn of it.

-- @statement findPlayers
-- By a part of the name or the address, or by the complete id.
SELECT p.id, p.username, p.email, p.created_at, p.email_confirmed_at,
  CASE WHEN is_suspended(p.suspended_at, p.suspended_until) THEN p.suspended_at END AS suspended_at, p.suspended_until,
  p.closed_at,
  w.coins, w.winnings,
  (SELECT count(*)::integer FROM session s WHERE s.player_id = p.id AND s.expires_at > clock_timestamp()) AS sessions
FROM player p JOIN wallet w ON w.player_id = p.id
WHERE p.id::text = :text OR strpos(p.name_key, lower(:text::text COLLATE "C")) > 0
  OR strpos(p.email_key, lower(:text::text COLLATE "C")) > 0
ORDER BY p.id LIMIT :max_rows;

-- @statement findPlayerId
-- By the complete name, in any case; closed accounts are not found.
SELECT id FROM player WHERE name_key = lower(:username::text COLLATE "C") AND closed_at IS NULL;

-- @statement endSessions
-- Ends the player's sessions and access tokens, and notifies the running site, which closes their sockets.
WITH sessions AS (DELETE FROM session WHERE player_id = :player_id RETURNING id),
  tokens AS (DELETE FROM access_token WHERE player_id = :player_id RETURNING id),
  ended AS (SELECT id FROM sessions UNION ALL SELECT id FROM tokens)
INSERT INTO operator_news (kind, subject) SELECT 'ended_session', id FROM ended RETURNING id;

-- @statement findBalances
SELECT coins, winnings FROM wallet WHERE player_id = :player_id;

-- @statement publishPlayerChange
INSERT INTO operator_news (kind, subject) VALUES ('changed_player', :player_id);

-- @statement logCommand
-- The log is permanent.
-- @nullable staff_id, before, after
INSERT INTO operator_log (command, details, staff_id, before, after)
VALUES (:command, :details, :staff_id, :before::text::jsonb, :after::text::jsonb);

-- @statement findNewestCommand
SELECT max(id) AS id FROM operator_log;

-- @statement readCommands
SELECT id, command, at FROM operator_log WHERE id > :after ORDER BY id LIMIT 100;

-- @statement readLog
-- `staff` is null for a command from a shell.
SELECT l.id, l.at, s.name AS staff, l.command, l.details, l.before, l.after
FROM operator_log l LEFT JOIN staff s ON s.id = l.staff_id ORDER BY l.id DESC LIMIT :max_rows;

-- @statement listMessages
SELECT id, created_at, name, email, title, answered_at FROM contact_message
WHERE :all OR answered_at IS NULL ORDER BY id DESC LIMIT :max_rows;

-- @statement findMessage
SELECT id, name, email, title, description, created_at, mailed_at,
  answered_at FROM contact_message WHERE id::text = :id;

-- @statement markAnswered
UPDATE contact_message SET answered_at = clock_timestamp() WHERE id = :id;

-- @statement listChains
-- With the time at which a restart of fairness ended them.
SELECT c.id, c.game, c.links, c.next_link, c.salt_source, c.published_at, r.at AS ended_at
FROM fairness_chain c LEFT JOIN fairness_restart r ON r.id = c.ended_by ORDER BY c.game, c.id;

-- @statement findNewestEvent
SELECT max(id) AS id FROM operator_news;

-- @statement readEvents
SELECT id, kind, subject FROM operator_news WHERE id > :after ORDER BY id LIMIT 1000;

-- @statement deleteOldEvents
DELETE FROM operator_news WHERE at < clock_timestamp() - interval '1 hour';

-- @statement findLastCommands
-- The newest backup, and the newest complete audit with the number of invariants that it found broken.
SELECT
  (SELECT l.at FROM operator_log l WHERE l.command = 'backup' ORDER BY l.id DESC LIMIT 1) AS backup_at,
  audit.at AS audit_at, (audit.details ->> 'broken')::integer AS audit_broken
FROM (SELECT) one LEFT JOIN LATERAL (
  SELECT l.at, l.details FROM operator_log l WHERE l.command = 'audit' ORDER BY l.id DESC LIMIT 1
) audit ON true;
