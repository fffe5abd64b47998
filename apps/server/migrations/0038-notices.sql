-- Notices of players: the list in the header, their choices by kind and channel, browsers that get push messages, and the
-- queue of what is still to be sent.

CREATE TABLE notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  kind text NOT NULL,
  -- What it reports, so that a player is notified of it once.
  source text NOT NULL,
  data jsonb NOT NULL,
  -- False where the player wants notices of this kind by another channel alone.
  in_inbox boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  read_at timestamptz,
  UNIQUE (player_id, kind, source)
);
CREATE INDEX notice_player ON notice (player_id, id DESC);
CREATE INDEX notice_created ON notice (created_at);

-- A player's choice for a kind; without a row the default of the kind applies.
CREATE TABLE notice_setting (
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  kind text NOT NULL,
  inbox boolean NOT NULL,
  push boolean NOT NULL,
  mail boolean NOT NULL,
  -- Of the page on which mail was chosen.
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'es')),
  PRIMARY KEY (player_id, kind)
);

-- A browser that gets push messages. It ends with the session in which it was added.
CREATE TABLE push_subscription (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  session_id bigint NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  -- The browser's public key and secret: messages are encrypted for it alone.
  p256dh bytea NOT NULL CHECK (length(p256dh) = 65),
  auth bytea NOT NULL CHECK (length(auth) = 16),
  language text NOT NULL CHECK (language IN ('en', 'es')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX push_subscription_player ON push_subscription (player_id, id);
CREATE INDEX push_subscription_session ON push_subscription (session_id);

-- The key pair by which push services know the site; every process uses the same one.
CREATE TABLE push_key (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  public_key bytea NOT NULL CHECK (length(public_key) = 65),
  -- The private key, sealed with the key of the seeds.
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TYPE notice_channel AS ENUM ('push', 'mail');
CREATE TYPE notice_delivery_state AS ENUM ('queued', 'sent', 'failed', 'dropped');

-- One message to one browser or to the player's mailbox.
CREATE TABLE notice_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notice_id bigint NOT NULL REFERENCES notice (id) ON DELETE CASCADE,
  channel notice_channel NOT NULL,
  subscription_id bigint REFERENCES push_subscription (id) ON DELETE CASCADE,
  state notice_delivery_state NOT NULL DEFAULT 'queued',
  tries smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_error text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((channel = 'push') = (subscription_id IS NOT NULL)),
  UNIQUE NULLS NOT DISTINCT (notice_id, channel, subscription_id)
);
CREATE INDEX notice_delivery_due ON notice_delivery (next_try_at) WHERE state = 'queued';
CREATE INDEX notice_delivery_subscription ON notice_delivery (subscription_id);

-- How far notices were made of the committed rows of a game.
CREATE TABLE notice_mark (
  game text PRIMARY KEY,
  place bigint NOT NULL
);

-- Notifies players, each of a source once, by the channels that they chose; closed accounts and players who want nothing
-- of the kind are left out. Returns those whose list has a new entry. A list has its newest 100.
CREATE FUNCTION create_notices(of_kind text, in_inbox_by_default boolean, players bigint[], sources text[], details text[])
  RETURNS SETOF bigint LANGUAGE plpgsql ROWS 100 AS $$
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
      coalesce(s.push, false) AND EXISTS (SELECT FROM public.push_subscription u WHERE u.player_id = g.player) AS by_push,
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
