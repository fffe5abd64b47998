-- Blog posts with their likes, messages to the operator, newsletter.

CREATE TABLE blog_post (
  slug text PRIMARY KEY CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text NOT NULL,
  excerpt text NOT NULL,
  -- HTML, made from Markdown with everything else escaped.
  content text NOT NULL,
  category text NOT NULL,
  tags text[] NOT NULL,
  read_time text NOT NULL,
  image_url text,
  created_at timestamptz NOT NULL,
  -- False once its file is gone; its likes stay.
  published boolean NOT NULL DEFAULT true,
  likes integer NOT NULL DEFAULT 0 CHECK (likes >= 0)
);
CREATE INDEX blog_post_newest ON blog_post (created_at DESC, slug) WHERE published;

CREATE TABLE blog_like (
  slug text NOT NULL REFERENCES blog_post (slug),
  player_id bigint NOT NULL REFERENCES player (id),
  PRIMARY KEY (slug, player_id)
);
CREATE INDEX blog_like_player ON blog_like (player_id);

CREATE TABLE contact_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When the operator was mailed; null where no address of his is set, or it failed.
  mailed_at timestamptz,
  answered_at timestamptz
);

CREATE TABLE newsletter_subscriber (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  -- Null once confirmed.
  confirm_hash bytea UNIQUE,
  confirm_until timestamptz,
  confirmed_at timestamptz,
  -- Stands in every mail, so it is kept as it is; all it can do is end the subscription.
  unsubscribe_token text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((confirm_hash IS NULL) = (confirmed_at IS NOT NULL))
);
CREATE UNIQUE INDEX newsletter_subscriber_email ON newsletter_subscriber (lower(email));
