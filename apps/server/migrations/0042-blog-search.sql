-- Tags of posts by name, and search. Both tables have a row per post, which is a file of the operator: rewriting them takes no time.

ALTER TABLE blog_post
  -- Names from content/blog/tags.yml; `tags` has their labels in the language of the text.
  ADD COLUMN tag_ids text[] NOT NULL DEFAULT '{}',
  -- The content without markup. Empty until the next start publishes the posts.
  ADD COLUMN plain_text text NOT NULL DEFAULT '';
ALTER TABLE blog_post
  ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', excerpt), 'B')
      || setweight(to_tsvector('english', plain_text), 'C')) STORED;

ALTER TABLE blog_translation ADD COLUMN plain_text text NOT NULL DEFAULT '';
ALTER TABLE blog_translation
  ADD COLUMN search_vector tsvector GENERATED ALWAYS AS (
    CASE language
      WHEN 'es' THEN setweight(to_tsvector('spanish', title), 'A') || setweight(to_tsvector('spanish', excerpt), 'B')
        || setweight(to_tsvector('spanish', plain_text), 'C')
      ELSE setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', excerpt), 'B')
        || setweight(to_tsvector('simple', plain_text), 'C')
    END) STORED;
