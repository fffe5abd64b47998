-- A player as answers and pushes show them, and the account numbers of a player's two balances.

CREATE OR REPLACE FUNCTION coins_account(player_id bigint) RETURNS bigint IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN 1000 + 2 * player_id;
CREATE OR REPLACE FUNCTION winnings_account(player_id bigint) RETURNS bigint IMMUTABLE PARALLEL SAFE LANGUAGE sql
  RETURN 1001 + 2 * player_id;

-- A player's newest 100 referrals. A function, so that statements about players without referrals prepare none of it.
CREATE OR REPLACE FUNCTION referrals_of(of_player bigint) RETURNS json STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN (
    SELECT json_agg(json_build_object(
        'id', r.id::text, 'createdAt', r.created_at,
        'referred', json_build_object(
          'username', r.username, 'avatar', r.avatar, 'coins', r.coins, 'winningAmount', r.winnings,
          'todaysBids', r.todays_bids)) ORDER BY r.id DESC)
    FROM (
      SELECT q.id, q.created_at, q.username, q.avatar, v.coins, v.winnings,
        CASE WHEN v.staked_on = t.day THEN v.staked_today ELSE 0 END AS todays_bids
      FROM public.player q JOIN public.wallet v ON v.player_id = q.id CROSS JOIN public.today t
      WHERE q.referred_by = of_player AND q.email IS NOT NULL ORDER BY q.id DESC LIMIT 100
    ) r
  );
END $$;

-- Functions of the ledger return its rows, and processes of the version before have prepared statements with these
-- columns: another column belongs to a view with another name.
CREATE OR REPLACE VIEW player_view AS
SELECT p.id AS player_id, p.username, p.email, p.avatar, p.reference_id, p.referral_count, p.created_at AS joined_at,
  w.coins, w.winnings, w.total_won, w.ad_earnings, w.version,
  CASE WHEN w.staked_on = t.day THEN w.staked_today ELSE 0 END AS todays_bids,
  coalesce(w.spun_on = t.day, false) AS is_spinned,
  CASE WHEN p.referral_count > 0 THEN referrals_of(p.id) END AS referrals
FROM player p JOIN wallet w ON w.player_id = p.id CROSS JOIN today t;

-- Who is on no board of players: closed accounts, guests, bots, which have boards of their own, and, for as
-- long as it lasts, suspended players.
CREATE OR REPLACE VIEW unranked_player AS
SELECT id FROM player
WHERE closed_at IS NOT NULL OR email IS NULL OR bot OR is_suspended(suspended_at, suspended_until);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON player_view, unranked_player FROM fairground_app;
  END IF;
END $$;
