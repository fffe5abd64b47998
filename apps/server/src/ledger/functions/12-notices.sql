-- Notifies players, each of a source once, by the channels that they chose; closed accounts and players
-- who want nothing of the kind are left out. Returns those whose list has a new entry. A list has its
-- newest 100. No coin is moved here.
CREATE OR REPLACE FUNCTION create_notices(of_kind text, in_inbox_by_default boolean, players bigint[],
  sources text[], details text[])
  RETURNS SETOF bigint LANGUAGE plpgsql ROWS 100 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  notified bigint[];
BEGIN
  WITH given AS (
    SELECT g.player, g.source, g.detail FROM unnest(players, sources, details) AS g (player, source, detail)
  ),
  -- The lock excludes the closing of the account, as everywhere.
  open_player AS MATERIALIZED (
    SELECT p.id, p.email_confirmed_at IS NOT NULL AS has_address FROM public.player p
    WHERE p.id = ANY (players) AND p.closed_at IS NULL ORDER BY p.id FOR KEY SHARE
  ),
  wanted AS (
    SELECT g.player, g.source, g.detail, coalesce(s.inbox, in_inbox_by_default) AS by_inbox,
      coalesce(s.push, false) AND EXISTS (SELECT FROM public.push_subscription u
        WHERE u.player_id = g.player) AS by_push,
      coalesce(s.mail, false) AND o.has_address AS by_mail
    FROM given g JOIN open_player o ON o.id = g.player
    LEFT JOIN public.notice_setting s ON s.player_id = g.player AND s.kind = of_kind
  ),
  added AS (
    INSERT INTO public.notice (player_id, kind, source, data, in_inbox)
    SELECT w.player, of_kind, w.source, w.detail::jsonb, w.by_inbox FROM wanted w
    WHERE w.by_inbox OR w.by_push OR w.by_mail
    ON CONFLICT (player_id, kind, source) DO NOTHING
    RETURNING notice.id, notice.player_id, notice.source, notice.in_inbox
  ),
  queued AS (
    INSERT INTO public.notice_delivery (notice_id, channel, subscription_id)
    SELECT a.id, 'push'::public.notice_channel, u.id
    FROM added a JOIN wanted w ON w.player = a.player_id AND w.source = a.source
    JOIN public.push_subscription u ON u.player_id = a.player_id WHERE w.by_push
    UNION
    SELECT a.id, 'mail'::public.notice_channel, NULL
    FROM added a JOIN wanted w ON w.player = a.player_id AND w.source = a.source WHERE w.by_mail
  )
  SELECT array_agg(DISTINCT a.player_id) FILTER (WHERE a.in_inbox) INTO notified FROM added a;
  DELETE FROM public.notice n USING (SELECT DISTINCT player FROM unnest(players) AS g (player)) p
  WHERE n.player_id = p.player AND n.id < (
    SELECT k.id FROM public.notice k WHERE k.player_id = p.player ORDER BY k.id DESC OFFSET 99 LIMIT 1);
  RETURN QUERY SELECT unnest(notified);
END $$;
