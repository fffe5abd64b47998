/** Posts and likes in SQL. */
import type { Post } from '@fairground/content/post';
import type { Database } from '../../platform/database.ts';

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
}

const columns = (
  player: string,
): string => `p.slug, p.title, p.excerpt, p.content, p.category, p.tags, p.read_time,
  p.image_url, p.created_at, p.likes,
  EXISTS (SELECT FROM blog_like l WHERE l.slug = p.slug AND l.player_id = ${player}) AS liked`;

export const listPosts = (
  query: Query,
  { limit, before, playerId }: { limit: number; before: Date | null; playerId: bigint | null },
): Promise<PostRow[]> =>
  query<PostRow>({
    name: 'list-posts',
    text: `SELECT ${columns('$3::bigint')} FROM blog_post p
      WHERE p.published AND ($2::timestamptz IS NULL OR p.created_at < $2)
      ORDER BY p.created_at DESC, p.slug LIMIT $1`,
    values: [limit, before, playerId],
  });

export const findPost = async (
  query: Query,
  slug: string,
  playerId: bigint | null,
): Promise<PostRow | undefined> => {
  const rows = await query<PostRow>({
    name: 'find-post',
    text: `SELECT ${columns('$2::bigint')} FROM blog_post p WHERE p.published AND p.slug = $1`,
    values: [slug, playerId],
  });
  return rows[0];
};

/** Counts a player's like once, or takes it back. Undefined where there is no such post. */
export const setLike = async (
  query: Query,
  { slug, playerId, liked }: { slug: string; playerId: bigint; liked: boolean },
): Promise<number | undefined> => {
  const change = liked
    ? `INSERT INTO blog_like (slug, player_id) SELECT slug, $2::bigint FROM post ON CONFLICT DO NOTHING RETURNING 1`
    : `DELETE FROM blog_like WHERE slug = $1 AND player_id = $2 RETURNING 1`;
  const [row] = await query<{ likes: number }>({
    name: liked ? 'like-post' : 'unlike-post',
    text: `WITH post AS (SELECT slug FROM blog_post WHERE slug = $1 AND published FOR NO KEY UPDATE),
      changed AS (${change})
      UPDATE blog_post p SET likes = p.likes ${liked ? '+' : '-'} (SELECT count(*) FROM changed)
      FROM post WHERE p.slug = post.slug RETURNING p.likes`,
    values: [slug, playerId],
  });
  return row?.likes;
};

/** Makes the published posts the ones given. */
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
};
