-- What posts say in other languages than the one they were written in. Likes, dates and pictures stay with the post.

CREATE TABLE blog_translation (
  slug text NOT NULL REFERENCES blog_post (slug),
  language text NOT NULL CHECK (language ~ '^[a-z]{2}$'),
  title text NOT NULL,
  excerpt text NOT NULL,
  -- HTML, made from Markdown with everything else escaped.
  content text NOT NULL,
  category text NOT NULL,
  tags text[] NOT NULL,
  read_time text NOT NULL,
  PRIMARY KEY (slug, language)
);
