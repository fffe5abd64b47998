-- A restart of fairness after the database went back in time.
-- @role owner

-- @statement insertRestart
-- @nullable restored_to
INSERT INTO fairness_restart (reason, restored_to) VALUES (:reason, :restored_to) RETURNING id;

-- @statement findIdFloor
-- Above whatever a site has given out that had fewer than 1,000 new rows of a kind a second since 2026, on average.
SELECT greatest(
  0, 1000 * extract(epoch FROM clock_timestamp() - timestamptz '2026-01-01 00:00:00+00')
)::bigint AS floor;

-- @statement skipIds
-- Sequences go on above the floor, so that no id names two things: neither one of before a restore, nor one
-- of after an earlier restore of the same backup. The few that are no bigint number rows that nobody outside of the
-- database sees.
SELECT setval(format('%I.%I', s.schemaname, s.sequencename)::regclass,
  greatest(coalesce(s.last_value, s.start_value) + 1000000, s.start_value + :floor::bigint)) AS newest
FROM pg_sequences s WHERE s.schemaname = 'public' AND s.data_type = 'bigint'::regtype;

-- @statement findNewestOpenChains
-- The newest chain of each game that has a link left; the next one is as long.
SELECT DISTINCT ON (game) id, game, links FROM fairness_chain WHERE ended_by IS NULL ORDER BY game, id DESC;

-- @statement endChains
UPDATE fairness_chain SET ended_by = :restart_id WHERE ended_by IS NULL RETURNING id, game;

-- @statement raiseEpoch
-- A leader from before writes nothing more. The lease stays as old as it is: nobody led since, so that a round whose
-- bets were still to be settled is not late.
UPDATE director_lease SET epoch = epoch + 1, holder = NULL RETURNING epoch;

-- @statement deleteAllResets
-- A link that was mailed may have been used since, and would be valid again.
-- What was still to be sent may have been sent, too.
WITH changes AS (DELETE FROM email_change),
  deliveries AS (DELETE FROM notice_delivery WHERE state = 'queued'),
  mails AS (DELETE FROM queued_mail)
DELETE FROM password_reset;

-- @statement endAllSessions
-- Ends the sessions of players, which are counted, and of the staff. Access tokens go too: one may have been ended
-- since, and would be valid again.
WITH staff AS (DELETE FROM staff_session), tokens AS (DELETE FROM access_token),
  ended AS (DELETE FROM session RETURNING id) SELECT count(*)::integer AS count FROM ended;
