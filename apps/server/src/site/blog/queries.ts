/** Posts, their translations and likes in SQL. */
import { originalLanguage, type Post, type PostLanguage } from '@fairground/content/post';
import type { Database } from '../../platform/postgres/database.ts';

type Query = Database['query'];

export interface PostRow {
  slug: string;
  title: string;
  excerpt: string;
  content: string;
  category: string;
  tags: string[];
  read_time: string;
  image_url: string | null;
  created_at: Date;
  likes: number;
  liked: boolean;
  /** Of the text: that asked for, or the original's where there is no translation. */
  language: PostLanguage;
}

/** Who reads, and in which language: null for that of the originals. */
export interface Reader {
  playerId: bigint | null;
  language: PostLanguage | null;
}

const postFor = (player: string, language: string): string => `
  SELECT p.slug, p.image_url, p.created_at, p.likes,
    coalesce(t.title, p.title) AS title, coalesce(t.excerpt, p.excerpt) AS excerpt,
    coalesce(t.content, p.content) AS content, coalesce(t.category, p.category) AS category,
    coalesce(t.tags, p.tags) AS tags, coalesce(t.read_time, p.read_time) AS read_time,
    coalesce(t.language, '${originalLanguage}') AS language,
    EXISTS (SELECT FROM blog_like l WHERE l.slug = p.slug AND l.player_id = ${player}) AS liked
  FROM blog_post p LEFT JOIN blog_translation t ON t.slug = p.slug AND t.language = ${language}
  WHERE p.published`;

export const listPosts = (
  query: Query,
  { limit, before, playerId, language }: Reader & { limit: number; before: Date | null },
): Promise<PostRow[]> =>
  query<PostRow>({
    name: 'list-posts',
    text: `${postFor('$3::bigint', '$4::text')} AND ($2::timestamptz IS NULL OR p.created_at < $2)
      ORDER BY p.created_at DESC, p.slug LIMIT $1`,
    values: [limit, before, playerId, language],
  });

export const findPost = async (
  query: Query,
  slug: string,
  { playerId, language }: Reader,
): Promise<PostRow | undefined> => {
  const rows = await query<PostRow>({
    name: 'find-post',
    text: `${postFor('$2::bigint', '$3::text')} AND p.slug = $1`,
    values: [slug, playerId, language],
  });
  return rows[0];
};

/** Counts a player's like once, or takes it back. Undefined where there is no such post. */
export const setLike = async (
  query: Query,
  { slug, playerId, liked }: { slug: string; playerId: bigint; liked: boolean },
): Promise<number | undefined> => {
  const change = liked
    ? `INSERT INTO blog_like (slug, player_id) SELECT slug, reader.id FROM post, reader ON CONFLICT DO NOTHING RETURNING 1`
    : `DELETE FROM blog_like WHERE slug = $1 AND player_id = $2 RETURNING 1`;
  const [row] = await query<{ likes: number }>({
    name: liked ? 'like-post' : 'unlike-post',
    text: `WITH post AS (SELECT slug FROM blog_post WHERE slug = $1 AND published FOR NO KEY UPDATE),
      reader AS MATERIALIZED (
        SELECT id FROM player WHERE id = $2::bigint AND closed_at IS NULL FOR KEY SHARE),
      changed AS (${change})
      UPDATE blog_post p SET likes = p.likes ${liked ? '+' : '-'} (SELECT count(*) FROM changed)
      FROM post WHERE p.slug = post.slug RETURNING p.likes`,
    values: [slug, playerId],
  });
  return row?.likes;
};

/** Makes the published posts the ones given, in the languages given. The rows of the posts come first: they keep two at it apart. */
export const replacePosts = async (query: Query, posts: readonly Post[]): Promise<void> => {
  await query({
    text: `INSERT INTO blog_post (slug, title, excerpt, content, category, tags, read_time, image_url, created_at)
      SELECT slug, title, excerpt, content, category, ARRAY(SELECT jsonb_array_elements_text(tags)), "readTime", "imageUrl", "createdAt"
      FROM jsonb_to_recordset($1) AS t (slug text, title text, excerpt text, content text, category text, tags jsonb,
        "readTime" text, "imageUrl" text, "createdAt" timestamptz)
      ORDER BY slug
      ON CONFLICT (slug) DO UPDATE SET title = excluded.title, excerpt = excluded.excerpt, content = excluded.content,
        category = excluded.category, tags = excluded.tags, read_time = excluded.read_time,
        image_url = excluded.image_url, created_at = excluded.created_at, published = true`,
    values: [JSON.stringify(posts)],
  });
  await query({
    text: `UPDATE blog_post SET published = false WHERE published AND slug <> ALL ($1::text[])`,
    values: [posts.map(({ slug }) => slug)],
  });
  const translations = posts.flatMap(({ slug, translations: texts }) =>
    Object.entries(texts).map(([language, text]) => ({ slug, language, ...text })),
  );
  await query({
    text: `INSERT INTO blog_translation (slug, language, title, excerpt, content, category, tags, read_time)
      SELECT slug, language, title, excerpt, content, category, ARRAY(SELECT jsonb_array_elements_text(tags)), "readTime"
      FROM jsonb_to_recordset($1) AS t (slug text, language text, title text, excerpt text, content text, category text,
        tags jsonb, "readTime" text)
      ON CONFLICT (slug, language) DO UPDATE SET title = excluded.title, excerpt = excluded.excerpt,
        content = excluded.content, category = excluded.category, tags = excluded.tags, read_time = excluded.read_time`,
    values: [JSON.stringify(translations)],
  });
  await query({
    text: `DELETE FROM blog_translation t WHERE NOT EXISTS (
      SELECT FROM jsonb_to_recordset($1) AS kept (slug text, language text)
      WHERE kept.slug = t.slug AND kept.language = t.language)`,
    values: [JSON.stringify(translations.map(({ slug, language }) => ({ slug, language })))],
  });
};
