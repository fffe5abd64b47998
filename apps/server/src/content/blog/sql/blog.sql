-- Likes of posts, and the search in their texts, which come from files.

-- @statement findLikes
-- Counted anew: no row without a like.
-- @nullable player_id
SELECT slug, count(*)::integer AS likes, coalesce(bool_or(player_id = :player_id::bigint), false) AS liked
FROM blog_like WHERE slug = ANY (:slugs::text[]) GROUP BY slug;

-- @statement like
-- Counts a player's like once.
WITH {{openPlayer}}
INSERT INTO blog_like (slug, player_id) SELECT :slug::text, id FROM open_player ON CONFLICT DO NOTHING;

-- @statement unlike
DELETE FROM blog_like WHERE slug = :slug AND player_id = :player_id;

-- @statement searchPosts
-- The best matches first. A text is searched by the rules of its own language. `headline` has the marks that the
-- options name.
SELECT p.slug AS "slug!", ts_headline(r.rules, p."plainText", q.query, :headline_options::text) AS "headline!"
FROM jsonb_to_recordset(:texts) AS p (
  slug text, language text, title text, excerpt text, "plainText" text, "createdAt" timestamptz)
CROSS JOIN LATERAL (
  SELECT (CASE p.language WHEN 'es' THEN 'spanish' ELSE 'english' END)::regconfig AS rules
) r
CROSS JOIN LATERAL (
  SELECT websearch_to_tsquery(r.rules, :search::text) AS query,
    setweight(to_tsvector(r.rules, p.title), 'A') || setweight(to_tsvector(r.rules, p.excerpt), 'B')
      || setweight(to_tsvector(r.rules, p."plainText"), 'C') AS words
) q
WHERE q.words @@ q.query
ORDER BY ts_rank(q.words, q.query) DESC, p."createdAt" DESC, p.slug LIMIT :max_rows;
