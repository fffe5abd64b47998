-- Clubs. Whatever changes one locks its row, `lockClub` and `leave_clubs`: further changes wait, and then see it. A
-- player who joins or makes one holds the own wallet before that, so that no two of their calls count clubs at once.

-- @fragment memberCount
(SELECT count(*)::integer FROM club_member n WHERE n.club_id = c.id)

-- @fragment liveCode
-- The code of a member who is suspended is dead until that is over.
SELECT m.club_id, p.id AS player_id, p.username, p.email IS NULL AS is_guest
FROM club_member m JOIN player p ON p.id = m.player_id
WHERE m.code = :code AND p.closed_at IS NULL AND NOT is_suspended(p.suspended_at, p.suspended_until)

-- @fragment windowStart
(CASE :span::"char" WHEN 'w' THEN date_trunc('week', t.day)::date WHEN 'm' THEN date_trunc('month', t.day)::date
  ELSE '-infinity' END)

-- @statement listClubs
SELECT c.id, c.name, m.is_owner, {{memberCount}} AS member_count FROM club_member m JOIN club c ON c.id = m.club_id
WHERE m.player_id = :player_id ORDER BY m.joined_at, c.id;

-- @statement findClub
-- No row where the player is no member.
SELECT c.id, c.name, m.is_owner, {{memberCount}} AS member_count FROM club_member m JOIN club c ON c.id = m.club_id
WHERE m.player_id = :player_id AND c.id = :club_id;

-- @statement findInvitation
SELECT c.name, {{memberCount}} AS member_count, v.username, v.player_id, v.is_guest
FROM ({{liveCode}}) v JOIN club c ON c.id = v.club_id;

-- @statement lockClub
SELECT c.id FROM club c WHERE c.id = :club_id FOR NO KEY UPDATE;

-- @statement findClubOfCode
{{liveCode}};

-- @statement readJoining
-- With the locks of the wallet and the club: what decides whether the player joins.
SELECT EXISTS ({{liveCode}} AND m.club_id = :club_id) AS is_live,
  EXISTS (SELECT FROM club_member m WHERE m.club_id = :club_id AND m.player_id = :player_id) AS is_member,
  (SELECT count(*) FROM club_member m WHERE m.club_id = :club_id) AS members,
  (SELECT count(*) FROM club_member m WHERE m.player_id = :player_id) AS clubs;

-- @statement countClubs
SELECT count(*) AS clubs FROM club_member m WHERE m.player_id = :player_id;

-- @statement insertClub
INSERT INTO club (name, closed_week) SELECT :name, date_trunc('week', t.day)::date - 7 FROM today t RETURNING id;

-- @statement insertMember
-- Nobody is notified of the one who made the club.
WITH {{openPlayer}}
INSERT INTO club_member (club_id, player_id, code, is_owner, joined_on, won_before, announced)
SELECT :club_id, o.id, :code, :is_owner::boolean, t.day, w.total_won - coalesce(s.won, 0), :is_owner::boolean
FROM open_player o JOIN wallet w ON w.player_id = o.id CROSS JOIN today t
LEFT JOIN standing s ON s.span = 'd' AND s.since = t.day AND s.player_id = o.id
RETURNING club_id;

-- @statement touchClub
-- Each process learns that something in it has changed.
UPDATE club SET version = version + 1 WHERE id = :club_id;

-- @statement renameClub
UPDATE club SET name = :name, version = version + 1 WHERE id = :club_id;

-- @statement renewCodes
UPDATE club_member m SET code = n.code FROM unnest(:players::bigint[], :codes::text[]) AS n (player_id, code)
WHERE m.club_id = :club_id AND m.player_id = n.player_id;

-- @statement listMemberIds
SELECT m.player_id AS id FROM club_member m WHERE m.club_id = :club_id ORDER BY m.player_id;

-- @statement endOwner
UPDATE club_member m SET is_owner = false WHERE m.club_id = :club_id AND m.is_owner;

-- @statement makeOwner
UPDATE club_member m SET is_owner = true WHERE m.club_id = :club_id AND m.player_id = :player_id;

-- @statement leaveClubs
-- Leaves all clubs where none is given.
-- @nullable club_id
SELECT leave_clubs(:player_id, :club_id) AS "club_id!";

-- @statement deleteClub
DELETE FROM club WHERE id = :club_id;

-- @statement readMembers
-- What each member won, as the boards count it: by the day on which a bet was paid.
SELECT m.player_id AS id, p.username, p.avatar, m.is_owner, m.joined_at, m.code, o.won,
  rank() OVER (ORDER BY o.won DESC) AS rank
FROM today t CROSS JOIN club_member m JOIN player p ON p.id = m.player_id JOIN wallet w ON w.player_id = m.player_id
CROSS JOIN LATERAL (
  SELECT (CASE :span::"char" WHEN 'a' THEN greatest(w.total_won - m.won_before, 0) ELSE (
    -- One look-up for each day: the index of standings begins with the day.
    SELECT coalesce(sum(
      (SELECT s.won FROM standing s WHERE s.span = 'd' AND s.since = d.day::date AND s.player_id = m.player_id)), 0)
    FROM generate_series(greatest(m.joined_on, {{windowStart}})::timestamp, t.day::timestamp, interval '1 day')
      AS d (day)
  ) END)::bigint AS won
) o
WHERE m.club_id = :club_id ORDER BY o.won DESC, m.joined_at, m.player_id;

-- @statement readPlay
-- Looks at the newest `max_stakes` stakes of each member in each game, since the day of joining: the best one and the
-- newest one of each member in the window, and the newest wins of note of all. Where the multiplier is no column, it is
-- the next one from the payout, which is rounded down to whole coins.
WITH member AS MATERIALIZED (
  SELECT m.player_id, p.username, day_begins_at(m.joined_on, z.name) AS since,
    day_begins_at(greatest(m.joined_on, {{windowStart}}), z.name) AS shown_since
  FROM today t CROSS JOIN site_zone z CROSS JOIN club_member m JOIN player p ON p.id = m.player_id
  WHERE m.club_id = :club_id AND z.id = 1
),
recent AS MATERIALIZED (
  SELECT m.player_id, m.username, m.shown_since, g.game, s.id, s.placed_at, s.amount, s.payout, s.round,
    CASE WHEN s.is_settled AND s.payout > s.amount AND s.amount > 0
      THEN coalesce(s.hundredths, ceil(100 * s.payout::numeric / s.amount)) END AS hundredths
  FROM member m CROSS JOIN unnest(:games::text[]) AS g (game) CROSS JOIN LATERAL (
    SELECT n.*, row_number() OVER (ORDER BY n.id DESC) AS place FROM (
      SELECT k.id, k.placed_at, k.amount, k.payout, k.is_settled, k.round, k.hundredths FROM game_stake k
      WHERE k.player_id = m.player_id AND k.game = g.game ORDER BY k.id DESC LIMIT :max_stakes::bigint
    ) n
  ) s
  -- Only the newest of what was lost is needed.
  WHERE s.placed_at >= m.since AND (s.place = 1 OR s.is_settled AND s.payout > s.amount)
)
SELECT
  (SELECT coalesce(json_agg(b), '[]') FROM (
    SELECT r.player_id::text AS "userId", max(r.hundredths) FILTER (WHERE r.placed_at >= r.shown_since) AS hundredths,
      (array_agg(r.game ORDER BY r.placed_at DESC))[1] AS "lastGame"
    FROM recent r GROUP BY r.player_id
  ) b) AS members,
  (SELECT coalesce(json_agg(n), '[]') FROM (
    SELECT r.player_id::text AS "userId", r.username, r.game, r.hundredths, r.payout AS "amountWon", r.round
    FROM recent r WHERE r.hundredths >= :notable_hundredths::integer
    ORDER BY r.placed_at DESC, r.id DESC LIMIT :max_wins::bigint
  ) n) AS wins;

-- @statement readWeeks
-- Whoever has left is not named any more.
SELECT w.week::text AS week, w.player_id, p.username, w.won
FROM club_week w JOIN club_member m ON m.club_id = w.club_id AND m.player_id = w.player_id
JOIN player p ON p.id = w.player_id
WHERE w.club_id = :club_id ORDER BY w.week DESC LIMIT :max_rows::bigint;

-- What the director does.

-- @statement announceJoins
-- Notifies the other members of those who joined. Players are locked first, as by a closing.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
due AS MATERIALIZED (
  SELECT m.club_id, m.player_id, c.name FROM lease CROSS JOIN club_member m JOIN club c ON c.id = m.club_id
  WHERE NOT m.announced ORDER BY m.club_id, m.player_id LIMIT 20
),
notified AS MATERIALIZED (
  SELECT n.player_id FROM (
    SELECT array_agg(o.player_id) AS players, array_agg('joined:' || d.club_id || ':' || d.player_id) AS sources,
      array_agg(json_build_object('clubId', d.club_id::text, 'club', d.name, 'playerId', d.player_id::text)::text)
        AS details
    FROM due d JOIN club_member o ON o.club_id = d.club_id AND o.player_id <> d.player_id
  ) g CROSS JOIN LATERAL create_notices('clubJoined', true, g.players, g.sources, g.details) AS n (player_id)
),
marked AS (
  UPDATE club_member m SET announced = true FROM due d, (SELECT count(*) FROM notified) n
  WHERE m.club_id = d.club_id AND m.player_id = d.player_id RETURNING m.player_id
)
SELECT (SELECT count(*) FROM marked) AS handled, ARRAY(SELECT player_id FROM notified) AS notified;

-- @statement closeWeeks
-- Records who won most in the oldest week of some clubs that is over and not recorded; of two who won the same, who is
-- longer in the club. The site has been in the next week for a minute, so that wins which were being paid at midnight
-- are committed.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
due AS MATERIALIZED (
  SELECT c.id, c.name, c.closed_week + 7 AS week
  FROM lease CROSS JOIN site_zone z JOIN club c ON c.closed_week < date_trunc('week',
    greatest(day_in_zone(clock_timestamp() - interval '1 minute', z.name), z.first_day))::date - 7
  WHERE z.id = 1 ORDER BY c.closed_week, c.id LIMIT 50
),
winner AS MATERIALIZED (
  SELECT DISTINCT ON (d.id) d.id, d.name, d.week, m.player_id, o.won
  FROM due d JOIN club_member m ON m.club_id = d.id CROSS JOIN LATERAL (
    SELECT sum((SELECT s.won FROM standing s WHERE s.span = 'd' AND s.since = n.day::date
      AND s.player_id = m.player_id))::bigint AS won
    FROM generate_series(greatest(m.joined_on, d.week)::timestamp, d.week + interval '6 days', interval '1 day')
      AS n (day)
  ) o WHERE o.won > 0 ORDER BY d.id, o.won DESC, m.joined_at, m.player_id
),
notified AS MATERIALIZED (
  SELECT n.player_id FROM (
    SELECT array_agg(m.player_id) AS players, array_agg('week:' || w.id || ':' || w.week) AS sources,
      array_agg(json_build_object('clubId', w.id::text, 'club', w.name, 'week', w.week::text,
        'playerId', w.player_id::text, 'won', w.won)::text) AS details
    FROM winner w JOIN club_member m ON m.club_id = w.id
  ) g CROSS JOIN LATERAL create_notices('clubWeek', true, g.players, g.sources, g.details) AS n (player_id)
),
recorded AS (
  INSERT INTO club_week (club_id, week, player_id, won)
  SELECT w.id, w.week, w.player_id, w.won FROM winner w, (SELECT count(*) FROM notified) n
  -- Not where the club has ended since, or the player has left.
  WHERE EXISTS (SELECT FROM club_member m WHERE m.club_id = w.id AND m.player_id = w.player_id)
  ON CONFLICT (club_id, week) DO NOTHING
),
closed AS (
  UPDATE club c SET closed_week = d.week FROM due d, (SELECT count(*) FROM notified) n WHERE c.id = d.id RETURNING c.id
)
SELECT (SELECT count(*) FROM closed) AS handled, ARRAY(SELECT player_id FROM notified) AS notified;

-- What processes read for connections that follow clubs.

-- @statement findMemberships
SELECT m.club_id, c.version, p.username FROM club_member m JOIN club c ON c.id = m.club_id
JOIN player p ON p.id = m.player_id WHERE m.player_id = :player_id AND m.club_id = ANY (:club_ids);

-- @statement readVersions
SELECT c.id, c.version FROM club c WHERE c.id = ANY (:club_ids);

-- @statement readFollowed
SELECT c.id, c.version, (
  SELECT coalesce(json_agg(json_build_array(m.player_id::text, p.username) ORDER BY m.joined_at, m.player_id), '[]')
  FROM club_member m JOIN player p ON p.id = m.player_id WHERE m.club_id = c.id
) AS members
FROM club c WHERE c.id = ANY (:club_ids);
