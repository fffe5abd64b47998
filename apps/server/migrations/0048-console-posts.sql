-- Posts that are written in the console. A post of a file is public while `published` is set, which the start does; a post
-- of the console is public from its time on, so that nothing has to happen at that time. A process of an earlier version
-- does not know the time, and does not list these posts.

ALTER TABLE blog_post
  -- From when on a post of the console is public. Null for a post of a file, and for one that was unpublished.
  ADD COLUMN publish_at timestamptz,
  -- The version of the draft that it was made from.
  ADD COLUMN draft_version integer;

CREATE TABLE post_draft (
  -- `/blog/tags` is a call.
  slug text PRIMARY KEY CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND slug <> 'tags'),
  -- Grows by one each time it is saved, so that nobody overwrites what they did not see.
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- As in the contract of the console: the texts in Markdown, the tags and the picture.
  draft jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_by bigint NOT NULL REFERENCES staff (id)
);
SELECT restrict_application('post_draft', '{version,draft,updated_at,updated_by}');
