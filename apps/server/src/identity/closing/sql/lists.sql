-- The lists of a player's export: rows as JSON texts. Those that may be long are read in pages, and each row has its
-- place, behind which the next page begins. Secrets are left out: unrevealed seeds and hashes.

-- @fragment behind
:after::text::bigint

-- @fragment confirmedEmail
(SELECT email_key FROM player WHERE id = :player_id AND email_confirmed_at IS NOT NULL)

-- @statement gameRows
-- A list of the view `game_row`.
-- @unprepared a plan for any player sorts all later rows of the list for each page
SELECT r.id::text AS place, r.row::text AS "row!" FROM game_row r
WHERE r.list = :list AND r.player_id = :player_id AND r.id > {{behind}} ORDER BY r.id LIMIT :max_rows;

-- @statement transfers
-- The transfers that rows of a list of the view `cause` caused. A row without any has a place all the same.
-- @unprepared a plan for any player sorts all later rows of the list for each page
WITH next AS MATERIALIZED (
  SELECT c.id, c.sources FROM cause c
  WHERE c.list = :list AND c.player_id = :player_id AND c.id > {{behind}} ORDER BY c.id LIMIT :max_rows
)
SELECT c.id::text AS place, row_to_json(t)::text AS row FROM next c
LEFT JOIN LATERAL (
  SELECT x.id, x.kind, x.amount, x.created_at, x.source,
    CASE x.debit_account WHEN coins_account(:player_id) THEN 'coins'
      WHEN winnings_account(:player_id) THEN 'winnings' END AS from_balance,
    CASE x.credit_account WHEN coins_account(:player_id) THEN 'coins'
      WHEN winnings_account(:player_id) THEN 'winnings' END AS to_balance
  FROM transfer x
  WHERE x.kind = ANY ({{kindsOfCause}}) AND x.source = ANY (c.sources) AND {{isPlayersTransfer}}
) t ON true
ORDER BY c.id, t.id;

-- @statement sessions
SELECT t.id::text AS place, row_to_json(t)::text AS "row!" FROM (
  SELECT id, user_agent, created_at, last_seen_at, expires_at FROM session
  WHERE player_id = :player_id AND id > {{behind}} ORDER BY id LIMIT :max_rows
) t ORDER BY t.id;

-- @statement knownAddresses
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT seen_at FROM known_address WHERE player_id = :player_id ORDER BY seen_at
) t LIMIT :max_rows;

-- @statement knownBrowsers
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT seen_at FROM known_browser WHERE player_id = :player_id ORDER BY seen_at
) t LIMIT :max_rows;

-- @statement authenticator
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT created_at, confirmed_at FROM authenticator WHERE player_id = :player_id
) t LIMIT :max_rows;

-- @statement recoveryCodes
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT used_at FROM recovery_code WHERE player_id = :player_id ORDER BY used_at
) t LIMIT :max_rows;

-- @statement accessTokens
SELECT t.id::text AS place, row_to_json(t)::text AS "row!" FROM (
  SELECT id, name, scopes, last_four, created_at, expires_at, last_used_on FROM access_token
  WHERE player_id = :player_id AND id > {{behind}} ORDER BY id LIMIT :max_rows
) t ORDER BY t.id;

-- @statement emailChange
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT new_email, created_at, expires_at, old_confirmed_at, new_confirmed_at FROM email_change
  WHERE player_id = :player_id
) t LIMIT :max_rows;

-- @statement invitation
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT note, created_at, ended_at FROM invitation WHERE used_by = :player_id
) t LIMIT :max_rows;

-- @statement notices
SELECT t.id::text AS place, row_to_json(t)::text AS "row!" FROM (
  SELECT id, kind, data, in_inbox, created_at, read_at FROM notice
  WHERE player_id = :player_id AND id > {{behind}} ORDER BY id LIMIT :max_rows
) t ORDER BY t.id;

-- @statement noticeDeliveries
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT n.kind, d.channel, d.state, d.tries, d.created_at
  FROM notice_delivery d JOIN notice n ON n.id = d.notice_id
  WHERE n.player_id = :player_id ORDER BY d.id
) t LIMIT :max_rows;

-- @statement queuedMails
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT d.tries, d.created_at, q.good_until FROM queued_mail q JOIN notice_delivery d ON d.mail_id = q.id
  WHERE q.player_id = :player_id ORDER BY q.id
) t LIMIT :max_rows;

-- @statement noticeSettings
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT kind, inbox, push, mail, language FROM notice_setting
  WHERE player_id = :player_id ORDER BY kind
) t LIMIT :max_rows;

-- @statement pushSubscriptions
SELECT t.id::text AS place, row_to_json(t)::text AS "row!" FROM (
  SELECT id, endpoint, language, created_at FROM push_subscription
  WHERE player_id = :player_id AND id > {{behind}} ORDER BY id LIMIT :max_rows
) t ORDER BY t.id;

-- @statement passkeys
SELECT t.id::text AS place, row_to_json(t)::text AS "row!" FROM (
  SELECT id, name, transports, created_at, last_used_at FROM passkey
  WHERE player_id = :player_id AND id > {{behind}} ORDER BY id LIMIT :max_rows
) t ORDER BY t.id;

-- @statement adViews
SELECT t.id::text AS place, row_to_json(t)::text AS "row!" FROM (
  SELECT id, provider, creative, seconds, coins, started_at, paid_at FROM ad_view
  WHERE player_id = :player_id AND id > {{behind}} ORDER BY id LIMIT :max_rows
) t ORDER BY t.id;

-- @statement seeds
SELECT t.id::text AS place, row_to_json(t)::text AS "row!" FROM (
  SELECT id, state, encode(commitment, 'hex') AS commitment, client_seed, client_seed_source, next_nonce,
    encode(seed, 'hex') AS seed, created_at, activated_at, revealed_at FROM player_seed
  WHERE player_id = :player_id AND id > {{behind}} ORDER BY id LIMIT :max_rows
) t ORDER BY t.id;

-- @statement invited
SELECT t.id::text AS place, row_to_json(t)::text AS "row!" FROM (
  SELECT referred_id AS id, state, earned_at, rewarded_at FROM referral
  WHERE referrer_id = :player_id AND referred_id > {{behind}} ORDER BY referred_id LIMIT :max_rows
) t ORDER BY t.id;

-- @statement invitedBy
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT referrer_id AS id, state, earned_at, rewarded_at FROM referral
  WHERE referred_id = :player_id
) t LIMIT :max_rows;

-- @statement breaks
SELECT t.id::text AS place, row_to_json(t)::text AS "row!" FROM (
  SELECT id, starts_at, ends_at FROM play_break
  WHERE player_id = :player_id AND id > {{behind}} ORDER BY id LIMIT :max_rows
) t ORDER BY t.id;

-- @statement limitChange
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT daily_stake, effective_at FROM limit_change WHERE player_id = :player_id
) t LIMIT :max_rows;

-- @statement corrections
SELECT t.id::text AS place, row_to_json(t)::text AS "row!" FROM (
  SELECT id, amount, reason, created_at FROM coin_correction
  WHERE player_id = :player_id AND id > {{behind}} ORDER BY id LIMIT :max_rows
) t ORDER BY t.id;

-- @statement correctionRequests
SELECT t.id::text AS place, row_to_json(t)::text AS "row!" FROM (
  SELECT id, amount, reason, requested_at, state, decided_at FROM staff_request
  WHERE player_id = :player_id AND id > {{behind}} ORDER BY id LIMIT :max_rows
) t ORDER BY t.id;

-- @statement suspension
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT suspended_at, suspended_until, suspension_reason FROM player
  WHERE id = :player_id AND suspended_at IS NOT NULL
) t LIMIT :max_rows;

-- @statement standings
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT CASE span WHEN 'd' THEN 'day' WHEN 'w' THEN 'week' ELSE 'month' END AS span, since, won FROM standing
  WHERE player_id = :player_id ORDER BY since, span
) t LIMIT :max_rows;

-- @statement deletedStandings
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT days AS won_in_days, weeks AS won_in_weeks FROM carried_standing
  WHERE player_id = :player_id
) t LIMIT :max_rows;

-- @statement gameStandings
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT a.name AS game, s.won FROM game_standing s JOIN account a ON a.id = s.account
  WHERE s.player_id = :player_id ORDER BY a.id
) t LIMIT :max_rows;

-- @statement seasonPlaces
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT month, place, won FROM season_place WHERE player_id = :player_id ORDER BY month
) t LIMIT :max_rows;

-- @statement achievements
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT id, reached_at FROM achievement
  WHERE player_id = :player_id ORDER BY reached_at, id
) t LIMIT :max_rows;

-- @statement stamps
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT day FROM stamp WHERE player_id = :player_id ORDER BY day
) t LIMIT :max_rows;

-- @statement cardClaims
SELECT t.id::text AS place, row_to_json(t)::text AS "row!" FROM (
  SELECT id, number, coins, claimed_at FROM card_claim
  WHERE player_id = :player_id AND id > {{behind}} ORDER BY id LIMIT :max_rows
) t ORDER BY t.id;

-- @statement clubs
SELECT row_to_json(r)::text AS "row!" FROM (
  SELECT c.id, c.name, m.code, m.is_owner, m.joined_at, m.joined_on, m.won_before,
    (SELECT json_agg(json_build_object('week', w.week, 'won', w.won) ORDER BY w.week) FROM club_week w
      WHERE w.club_id = c.id AND w.player_id = m.player_id) AS weeks_won
  FROM club_member m JOIN club c ON c.id = m.club_id
  WHERE m.player_id = :player_id ORDER BY m.joined_at, c.id LIMIT :max_rows
) r;

-- @statement likes
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT slug FROM blog_like WHERE player_id = :player_id ORDER BY slug
) t LIMIT :max_rows;

-- @statement contactMessages
SELECT t.id::text AS place, row_to_json(t)::text AS "row!" FROM (
  SELECT id, name, email, title, description, created_at FROM contact_message
  WHERE email_key = {{confirmedEmail}} AND id > {{behind}} ORDER BY id LIMIT :max_rows
) t ORDER BY t.id;

-- @statement newsletter
SELECT row_to_json(t)::text AS "row!" FROM (
  SELECT email, language, confirmed_at, created_at FROM newsletter_subscriber
  WHERE email_key = {{confirmedEmail}}
) t LIMIT :max_rows;
