-- Referral rewards. Both sides are paid in one statement that checks the director's epoch.

-- @statement payEarned
-- Pays both sides of earned referrals, the oldest first, at most `per_day` a referrer and site day; the rest wait for
-- another day. Nobody is paid if either side is a bot, or while one is suspended. Returns all players who were paid.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  queue AS (
    SELECT r.referred_id, r.referrer_id,
      row_number() OVER (PARTITION BY r.referrer_id ORDER BY r.earned_at, r.referred_id)
        + (SELECT count(*) FROM referral q WHERE q.referrer_id = r.referrer_id
            AND q.rewarded_on = (SELECT day FROM today) AND q.state = 'rewarded') AS place
    FROM lease, referral r WHERE r.state = 'earned'
      AND NOT EXISTS (SELECT FROM player b WHERE b.id IN (r.referred_id, r.referrer_id)
        AND (b.bot OR is_suspended(b.suspended_at, b.suspended_until)))
  ),
  due AS MATERIALIZED (SELECT * FROM queue WHERE place <= :per_day ORDER BY referred_id LIMIT 500),
  -- Locked before their wallets are, as everywhere; their notices need it.
  guarded AS MATERIALIZED (
    SELECT p.id FROM player p WHERE p.id IN (SELECT referred_id FROM due UNION SELECT referrer_id FROM due)
    ORDER BY p.id FOR KEY SHARE
  ),
  locked AS MATERIALIZED (
    SELECT w.player_id FROM (SELECT array_agg(id) AS players FROM guarded) d, ledger.lock_wallets(d.players) w
  ),
  paid AS (
    UPDATE referral r SET state = 'rewarded', rewarded_at = clock_timestamp(), rewarded_on = (SELECT day FROM today)
    FROM due WHERE r.referred_id = due.referred_id AND r.state = 'earned'
      AND (SELECT count(*) FROM locked) > 0
    RETURNING r.referred_id, r.referrer_id
  ),
  bonus AS (
    SELECT b.* FROM (
      SELECT 2 * referred_id AS source, referrer_id AS player_id, :coins::bigint AS amount FROM paid
      UNION ALL
      SELECT 2 * referred_id + 1, referred_id, :coins::bigint FROM paid
    ) b JOIN player p ON p.id = b.player_id WHERE p.closed_at IS NULL
  ),
  reported AS MATERIALIZED (
    SELECT count(*) AS notices FROM (
      SELECT array_agg(b.player_id) AS players, array_agg('rewarded:' || b.source) AS sources,
        array_agg(json_build_object('event', 'rewarded', 'coins', b.amount, 'playerId',
          (CASE WHEN b.source % 2 = 0 THEN p.referred_id ELSE p.referrer_id END)::text)::text) AS details
      FROM bonus b JOIN paid p ON p.referred_id = b.source / 2
    ) d, create_notices('friendJoined', true, d.players, d.sources, d.details)
  )
SELECT r.player_id FROM (
  SELECT array_agg(source) AS sources, array_agg(player_id) AS players, array_agg(amount) AS amounts FROM bonus
) b, ledger.credit_bonus('referral', b.sources, b.players, b.amounts) r, reported;

-- @fragment settledBet
-- By player, so that few of all bets are read however many referrals are pending.
SELECT FROM game_stake b WHERE b.player_id = r.referred_id AND b.is_settled LIMIT 1

-- @fragment markEarned
UPDATE referral r SET state = 'earned', earned_at = clock_timestamp()
FROM due WHERE r.referred_id = due.referred_id AND r.state = 'pending' RETURNING r.referred_id

-- @statement markAllEarned
-- Marks the referrals of players who have settled a first bet.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS (
    SELECT r.referred_id FROM lease, referral r CROSS JOIN LATERAL ({{settledBet}}) s WHERE r.state = 'pending'
  )
{{markEarned}};

-- @statement markEarned
-- Marks the referrals of those of the players who have settled a first bet.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS (
    SELECT r.referred_id FROM lease, referral r CROSS JOIN LATERAL ({{settledBet}}) s
    WHERE r.state = 'pending' AND r.referred_id = ANY (:players)
  )
{{markEarned}};
