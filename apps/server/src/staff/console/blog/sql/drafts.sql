-- Drafts of posts, and what is public of them.

-- @fragment publicity
-- Nothing of a post that a file has replaced.
CASE WHEN NOT p.published THEN p.publish_at END AS publish_at,
  CASE WHEN NOT p.published THEN p.draft_version END AS public_version,
  coalesce(NOT p.published AND p.publish_at <= clock_timestamp(), false) AS is_public

-- @statement listDrafts
SELECT d.slug, d.version, d.draft::text AS draft, d.updated_at, s.name AS updated_by, coalesce(p.likes, 0) AS likes,
  {{publicity}}
FROM post_draft d JOIN staff s ON s.id = d.updated_by LEFT JOIN blog_post p ON p.slug = d.slug
ORDER BY d.updated_at DESC, d.slug LIMIT :max_rows;

-- @statement listFilePosts
SELECT slug, title, created_at, likes,
  ARRAY(SELECT t.language FROM blog_translation t WHERE t.slug = p.slug ORDER BY t.language) AS translations
FROM blog_post p WHERE p.published ORDER BY p.created_at DESC, p.slug;

-- @statement findDraft
SELECT d.slug, d.version, d.draft::text AS draft, d.updated_at, s.name AS updated_by, p.draft_version IS NULL AS is_deletable,
  {{publicity}}
FROM post_draft d JOIN staff s ON s.id = d.updated_by LEFT JOIN blog_post p ON p.slug = d.slug WHERE d.slug = :slug;

-- @statement insertDraft
-- No row where a draft or a file has the name.
INSERT INTO post_draft (slug, draft, updated_by)
SELECT :slug::text, :draft::text::jsonb, :staff_id
WHERE NOT EXISTS (SELECT FROM blog_post p WHERE p.slug = :slug AND p.published)
ON CONFLICT (slug) DO NOTHING RETURNING version;

-- @statement lockDraft
SELECT slug, version, draft::text AS draft FROM post_draft WHERE slug = :slug FOR NO KEY UPDATE;

-- @statement saveDraft
-- No row where it was saved in the meantime.
UPDATE post_draft SET version = version + 1, draft = :draft::text::jsonb, updated_at = clock_timestamp(), updated_by = :staff_id
WHERE slug = :slug AND version = :version RETURNING version;

-- @statement deleteDraft
-- No row where it was published or scheduled, even if it is no more.
DELETE FROM post_draft WHERE slug = :slug
  AND NOT EXISTS (SELECT FROM blog_post p WHERE p.slug = :slug AND p.draft_version IS NOT NULL)
RETURNING slug;
