-- Boards of months and of games, the archive of seasons, and the search for players by name.

-- Months ('m') by their first day. Rows that exist are days and weeks, so that nothing needs to be checked again.
ALTER TABLE standing DROP CONSTRAINT standing_span_check;
ALTER TABLE standing ADD CONSTRAINT standing_span_check CHECK (span IN ('d', 'w', 'm')) NOT VALID;

-- What a player won above their stakes in one game, of all time.
CREATE TABLE game_standing (
  -- The game's account.
  account bigint NOT NULL REFERENCES account (id),
  player_id bigint NOT NULL REFERENCES player (id),
  won bigint NOT NULL CHECK (won > 0),
  PRIMARY KEY (account, player_id)
) WITH (fillfactor = 80);
CREATE INDEX game_standing_board ON game_standing (account, won DESC, player_id);
CREATE INDEX game_standing_player ON game_standing (player_id);

-- How far wins from before these boards have been counted into them. The director does it, so that no start of a site
-- waits for it.
CREATE TABLE board_start (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  -- Null until the month of the upgrade is complete.
  completed_at timestamptz,
  -- Transfers up to this id are not in game_standing yet.
  uncounted_through bigint NOT NULL DEFAULT 0 CHECK (uncounted_through >= 0)
);
INSERT INTO board_start (completed_at) SELECT CASE WHEN NOT EXISTS (SELECT FROM transfer) THEN clock_timestamp() END;

ALTER TABLE board_marks DROP CONSTRAINT board_marks_board_check;
ALTER TABLE board_marks ADD CONSTRAINT board_marks_board_check CHECK (board IN ('today', 'week', 'month', 'all'));
INSERT INTO board_marks (board) VALUES ('month');

-- Months that are over, with the first hundred of each and their names and pictures of that time.
CREATE TABLE season (
  month date PRIMARY KEY CHECK (month = date_trunc('month', month)),
  ended_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- How many players won something in it.
  winners bigint NOT NULL CHECK (winners >= 0)
);

-- The newest month that is over: the site has been in the next one for a minute, so that wins which were being paid at
-- midnight are committed.
CREATE VIEW ended_month AS
SELECT (date_trunc('month', day_in_zone(clock_timestamp() - interval '1 minute', z.name)) - interval '1 month')::date AS month
FROM site_zone z WHERE z.id = 1;

CREATE TABLE season_place (
  month date NOT NULL REFERENCES season (month),
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 100),
  player_id bigint NOT NULL REFERENCES player (id),
  -- Null once the account was closed.
  username text,
  avatar text,
  won bigint NOT NULL CHECK (won > 0),
  PRIMARY KEY (month, place)
);
CREATE INDEX season_place_player ON season_place (player_id);

-- Prefixes in any collation.
CREATE INDEX player_name_prefix ON player (lower(username) text_pattern_ops)
  WHERE closed_at IS NULL AND email IS NOT NULL;

-- As before, and counts gains into the month and the game too.
CREATE OR REPLACE FUNCTION ledger.credit_wins(
  game text, bet_ids bigint[], player_ids bigint[], amounts bigint[], amounts_won bigint[]
) RETURNS SETOF bigint ROWS 10
  LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  payout_kind public.transfer_kind := game || '_payout';
BEGIN
  IF bet_ids IS NULL THEN RETURN; END IF;
  RETURN QUERY
    WITH account AS MATERIALIZED (
      SELECT a.id FROM public.account a WHERE a.name = replace(game, '_', '-')
    ), won AS MATERIALIZED (
      SELECT * FROM unnest(bet_ids, player_ids, amounts, amounts_won) AS t (id, player_id, amount, amount_won)
      WHERE t.amount_won > 0
    ), total AS MATERIALIZED (
      SELECT t.player_id, sum(t.amount_won)::bigint AS amount_won,
        sum(greatest(t.amount_won - t.amount, 0))::bigint AS gain
      FROM won t GROUP BY t.player_id
    ), credited AS (
      UPDATE public.wallet w SET
        winnings = w.winnings + t.amount_won,
        total_won = w.total_won + t.gain,
        version = w.version + 1
      FROM total t WHERE w.player_id = t.player_id
      RETURNING w.player_id
    ), legs AS (
      INSERT INTO public.transfer (kind, source, debit_account, credit_account, amount)
      SELECT payout_kind, t.id, (SELECT a.id FROM account a), public.winnings_account(t.player_id), t.amount_won
      FROM won t JOIN credited c ON c.player_id = t.player_id
      -- In the order of the index by kind and source, which then grows at its end.
      ORDER BY t.id
    ), standings AS (
      INSERT INTO public.standing AS s (span, since, player_id, won)
      SELECT p.span, p.since, t.player_id, t.gain
      FROM total t, public.today d,
        LATERAL (VALUES ('d'::"char", d.day), ('w'::"char", date_trunc('week', d.day)::date),
          ('m'::"char", date_trunc('month', d.day)::date)) AS p (span, since)
      WHERE t.gain > 0
      ON CONFLICT (span, since, player_id) DO UPDATE SET won = s.won + excluded.won
    ), game_standings AS (
      INSERT INTO public.game_standing AS s (account, player_id, won)
      SELECT a.id, t.player_id, t.gain FROM total t, account a WHERE t.gain > 0
      ON CONFLICT (account, player_id) DO UPDATE SET won = s.won + excluded.won
    )
    SELECT c.player_id FROM credited c;
END $$;

-- Completes the months since the upgrade from their days, once, and determines the transfer up to which wins remain to be
-- counted for the boards of games. Wins that an old version of `credit_wins` was still paying at the upgrade are over by
-- then: the lock waits for every statement that writes standings. True where it was done now.
CREATE FUNCTION ledger.start_boards(of_epoch bigint) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  first_month date;
BEGIN
  PERFORM FROM public.held_lease(of_epoch);
  IF NOT FOUND THEN RETURN false; END IF;
  LOCK TABLE public.standing IN SHARE ROW EXCLUSIVE MODE;
  PERFORM FROM public.board_start b WHERE b.completed_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT least(min(s.since), date_trunc('month', public.site_day())::date) INTO first_month
  FROM public.standing s WHERE s.span = 'm';
  INSERT INTO public.standing AS s (span, since, player_id, won)
  SELECT 'm', date_trunc('month', d.since)::date, d.player_id, sum(d.won)::bigint
  FROM public.standing d WHERE d.span = 'd' AND d.since >= first_month GROUP BY 2, 3
  ON CONFLICT (span, since, player_id) DO UPDATE SET won = excluded.won;
  DELETE FROM public.game_standing;
  UPDATE public.board_start SET completed_at = clock_timestamp(),
    uncounted_through = (SELECT coalesce(max(t.id), 0) FROM public.transfer t);
  RETURN true;
END $$;

-- Counts the wins of the newest `max_transfers` transfers that are not in the boards of games yet. Returns how far it
-- remains to be done, null where there is nothing to do.
CREATE FUNCTION ledger.count_old_gains(of_epoch bigint, max_transfers bigint) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  upper_id bigint;
  lower_id bigint;
BEGIN
  PERFORM FROM public.held_lease(of_epoch);
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT b.uncounted_through INTO upper_id FROM public.board_start b
  WHERE b.completed_at IS NOT NULL AND b.uncounted_through > 0 FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  lower_id := greatest(upper_id - max_transfers, 0);
  WITH payout AS MATERIALIZED (
    SELECT t.source, t.amount, t.debit_account AS account, (t.credit_account - 1000) / 2 AS player_id,
      left(t.kind::text, -length('_payout')) AS game
    FROM public.transfer t WHERE t.id > lower_id AND t.id <= upper_id AND t.kind::text LIKE '%\_payout'
  ), gain AS MATERIALIZED (
    SELECT p.account, p.player_id, p.amount - (
        SELECT coalesce(sum(s.amount), 0) FROM public.transfer s
        WHERE s.source = p.source AND s.kind = ANY (ARRAY[p.game || '_stake_coins', p.game || '_stake_winnings']::public.transfer_kind[])
      ) AS won
    FROM payout p
  ), open_player AS MATERIALIZED (
    -- Either a closing of the account finds what is written here, or nothing is written.
    SELECT p.id FROM public.player p WHERE p.id IN (SELECT g.player_id FROM gain g WHERE g.won > 0)
      AND p.closed_at IS NULL ORDER BY p.id FOR KEY SHARE
  ), locked AS MATERIALIZED (
    -- Wins that are paid in the meantime wait here, and not for each other's rows of the board.
    SELECT w.player_id FROM (SELECT array_agg(p.id) AS ids FROM open_player p) o, ledger.lock_wallets(o.ids) w
  )
  INSERT INTO public.game_standing AS s (account, player_id, won)
  SELECT g.account, g.player_id, sum(g.won)::bigint FROM gain g JOIN locked p ON p.player_id = g.player_id
  WHERE g.won > 0 GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (account, player_id) DO UPDATE SET won = s.won + excluded.won;
  UPDATE public.board_start SET uncounted_through = lower_id;
  RETURN lower_id;
END $$;

-- Erases what a closed account won, watched and staked; its balances remain.
CREATE OR REPLACE FUNCTION ledger.clear_statistics(of_player bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE public.wallet SET total_won = 0, ad_earnings = 0, staked_today = 0, staked_on = '2000-01-01', spun_on = NULL,
    daily_stake_limit = NULL, version = version + 1
  WHERE player_id = of_player;
  DELETE FROM public.standing WHERE player_id = of_player;
  DELETE FROM public.game_standing WHERE player_id = of_player;
END $$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON game_standing, board_start, ended_month FROM fairground_app;
    -- What was stored of a season changes only where a name is erased.
    REVOKE UPDATE, DELETE, TRUNCATE ON season, season_place FROM fairground_app;
    GRANT UPDATE (username, avatar) ON season_place TO fairground_app;
  END IF;
END $$;
