-- Posts, their translations and likes. `language` of a reader is null for the originals.

-- @fragment postColumns
-- A text without a translation is the original, in `original_language`.
p.slug, p.tag_ids, p.image_url, p.created_at, p.likes,
  coalesce(t.title, p.title) AS title, coalesce(t.excerpt, p.excerpt) AS excerpt,
  coalesce(t.content, p.content) AS content, coalesce(t.category, p.category) AS category,
  coalesce(t.tags, p.tags) AS tags, coalesce(t.read_time, p.read_time) AS read_time,
  coalesce(t.language, :original_language::text) AS language,
  EXISTS (SELECT FROM blog_like l WHERE l.slug = p.slug AND l.player_id = :player_id::bigint) AS liked

-- @fragment postRows
blog_post p LEFT JOIN blog_translation t ON t.slug = p.slug AND t.language = :language::text

-- @fragment isPublic
-- A post of a file is published by the start, one of the console by its time.
(p.published OR p.publish_at <= clock_timestamp())

-- @fragment isListed
{{isPublic}} AND (:before::timestamptz IS NULL OR p.created_at < :before)
  AND (:tag::text IS NULL OR :tag = ANY (p.tag_ids))

-- @statement listPosts
-- @nullable player_id, language, before, tag
SELECT {{postColumns}} FROM {{postRows}} WHERE {{isListed}}
ORDER BY p.created_at DESC, p.slug LIMIT :max_rows;

-- @statement searchPosts
-- The best matches first. A text is searched by the rules of its own language. `headline` has the marks that the options name.
-- @nullable player_id, language, before, tag
SELECT {{postColumns}},
  ts_headline(s.rules, s.plain_text, q.query, :headline_options::text) AS "headline!"
FROM {{postRows}}
CROSS JOIN LATERAL (
  SELECT (CASE t.language WHEN 'es' THEN 'spanish' ELSE 'english' END)::regconfig AS rules,
    coalesce(t.plain_text, p.plain_text) AS plain_text, coalesce(t.search_vector, p.search_vector) AS search_vector
) s
CROSS JOIN LATERAL websearch_to_tsquery(s.rules, :search::text) AS q (query)
WHERE {{isListed}} AND s.search_vector @@ q.query
ORDER BY ts_rank(s.search_vector, q.query) DESC, p.created_at DESC, p.slug LIMIT :max_rows;

-- @statement listTags
-- @nullable language
SELECT g.id AS "id!", min(g.label) AS "label!", count(*) AS posts
FROM {{postRows}} CROSS JOIN LATERAL unnest(p.tag_ids, coalesce(t.tags, p.tags)) AS g (id, label)
WHERE {{isPublic}} AND g.id IS NOT NULL GROUP BY g.id ORDER BY count(*) DESC, g.id COLLATE "C";

-- @statement findPost
-- @nullable player_id, language
SELECT {{postColumns}} FROM {{postRows}} WHERE {{isPublic}} AND p.slug = :slug;

-- @fragment lockedPost
post AS (SELECT p.slug FROM blog_post p WHERE p.slug = :slug AND {{isPublic}} FOR NO KEY UPDATE)

-- @statement like
-- Counts a player's like once. No row where there is no such post.
WITH {{lockedPost}},
  {{openPlayer}},
  changed AS (
    INSERT INTO blog_like (slug, player_id) SELECT slug, open_player.id FROM post, open_player
    ON CONFLICT DO NOTHING RETURNING 1)
UPDATE blog_post p SET likes = p.likes + (SELECT count(*) FROM changed)
FROM post WHERE p.slug = post.slug RETURNING p.likes;

-- @statement unlike
-- Takes a like back. No row where there is no such post.
WITH {{lockedPost}},
  changed AS (DELETE FROM blog_like WHERE slug = :slug AND player_id = :player_id RETURNING 1)
UPDATE blog_post p SET likes = p.likes - (SELECT count(*) FROM changed)
FROM post WHERE p.slug = post.slug RETURNING p.likes;

-- @statement replacePosts
-- The rows of the posts are locked in the order of their names: concurrent imports wait for each other. A file replaces
-- a post of the console with the same name.
INSERT INTO blog_post (slug, title, excerpt, content, plain_text, category, tags, tag_ids, read_time, image_url, created_at)
SELECT slug, title, excerpt, content, "plainText", category, ARRAY(SELECT jsonb_array_elements_text(tags)),
  ARRAY(SELECT jsonb_array_elements_text("tagIds")), "readTime", "imageUrl", "createdAt"
FROM jsonb_to_recordset(:posts) AS t (slug text, title text, excerpt text, content text, "plainText" text, category text,
  tags jsonb, "tagIds" jsonb, "readTime" text, "imageUrl" text, "createdAt" timestamptz)
ORDER BY slug
ON CONFLICT (slug) DO UPDATE SET title = excluded.title, excerpt = excluded.excerpt, content = excluded.content,
  plain_text = excluded.plain_text, category = excluded.category, tags = excluded.tags, tag_ids = excluded.tag_ids,
  read_time = excluded.read_time, image_url = excluded.image_url, created_at = excluded.created_at, published = true,
  publish_at = NULL, draft_version = NULL;

-- @statement hideOtherPosts
UPDATE blog_post SET published = false WHERE published AND slug <> ALL (:slugs::text[]);

-- @statement replaceTranslations
INSERT INTO blog_translation (slug, language, title, excerpt, content, plain_text, category, tags, read_time)
SELECT slug, language, title, excerpt, content, "plainText", category, ARRAY(SELECT jsonb_array_elements_text(tags)), "readTime"
FROM jsonb_to_recordset(:translations) AS t (slug text, language text, title text, excerpt text, content text,
  "plainText" text, category text, tags jsonb, "readTime" text)
ON CONFLICT (slug, language) DO UPDATE SET title = excluded.title, excerpt = excluded.excerpt,
  content = excluded.content, plain_text = excluded.plain_text, category = excluded.category, tags = excluded.tags, read_time = excluded.read_time;

-- @statement deleteOtherTranslations
-- Translations of the console's posts stay.
DELETE FROM blog_translation t WHERE NOT EXISTS (
  SELECT FROM unnest(:slugs::text[], :languages::text[]) AS given (slug, language)
  WHERE given.slug = t.slug AND given.language = t.language)
AND NOT EXISTS (SELECT FROM blog_post p WHERE p.slug = t.slug AND p.draft_version IS NOT NULL);

-- @statement publishPost
-- Publishes a post of the console, or replaces what is public of it: then it keeps its date. No row where a file has the
-- name, or where a time is given for a post that is public already.
-- @nullable publish_at
INSERT INTO blog_post (slug, title, excerpt, content, plain_text, category, tags, tag_ids, read_time, image_url,
  created_at, published, publish_at, draft_version)
SELECT slug, title, excerpt, content, "plainText", category, ARRAY(SELECT jsonb_array_elements_text(tags)),
  ARRAY(SELECT jsonb_array_elements_text("tagIds")), "readTime", "imageUrl", "publishAt", false, "publishAt", :draft_version::integer
FROM (
  SELECT *, coalesce(:publish_at::timestamptz, clock_timestamp()) AS "publishAt"
  FROM jsonb_to_record(:post) AS t (slug text, title text, excerpt text, content text, "plainText" text, category text,
    tags jsonb, "tagIds" jsonb, "readTime" text, "imageUrl" text)
) t
ON CONFLICT (slug) DO UPDATE SET title = excluded.title, excerpt = excluded.excerpt, content = excluded.content,
  plain_text = excluded.plain_text, category = excluded.category, tags = excluded.tags, tag_ids = excluded.tag_ids,
  read_time = excluded.read_time, image_url = excluded.image_url, draft_version = excluded.draft_version,
  publish_at = CASE WHEN blog_post.publish_at <= clock_timestamp() THEN blog_post.publish_at ELSE excluded.publish_at END,
  created_at = CASE WHEN blog_post.publish_at <= clock_timestamp() THEN blog_post.created_at ELSE excluded.created_at END
WHERE NOT blog_post.published
  AND (:publish_at::timestamptz IS NULL OR blog_post.publish_at IS NULL OR blog_post.publish_at > clock_timestamp())
RETURNING publish_at AS "publish_at!";

-- @statement deleteTranslations
DELETE FROM blog_translation WHERE slug = :slug;

-- @statement unpublishPost
-- No row where it is neither public nor scheduled. Its likes stay.
UPDATE blog_post SET publish_at = NULL WHERE slug = :slug AND publish_at IS NOT NULL AND NOT published RETURNING slug;

-- @statement listPublicPosts
-- Posts of the console that are public, each with a mark that changes when it is published again.
SELECT slug, concat(draft_version, ' ', publish_at) AS "revision!" FROM blog_post p
WHERE NOT p.published AND p.publish_at <= clock_timestamp() ORDER BY slug;
