/** The blog: posts that were imported from content/blog with their translations, and the players' likes. */
import { originalLanguage, postLanguages, type Post, type PostLanguage } from '@fairground/content/post';
import type { BlogPost, LikeAnswer } from '@fairground/contract/blog';
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { Database } from '../../platform/postgres/database.ts';
import { replacePosts } from './replace-posts.ts';
import * as sql from './sql/posts.sql.ts';

/** Who reads, and in which language: null for that of the originals. */
export interface Reader {
  playerId: bigint | null;
  language: PostLanguage | null;
}

export interface BlogService {
  /** Makes the published posts the ones given. */
  importPosts(posts: readonly Post[]): Promise<void>;
  list(request: Reader & { limit: number; before: Date | null }): Promise<BlogPost[]>;
  find(slug: string, reader: Reader): Promise<BlogPost | undefined>;
  /** Gives a like, or takes it back. */
  like(request: { slug: string; playerId: bigint; liked: boolean }): Promise<Result<LikeAnswer>>;
}

export const createBlogService = ({ query, transaction }: Database): BlogService => ({
  importPosts: (posts) => transaction((inTransaction) => replacePosts(inTransaction, posts)),
  async list({ limit, ...request }) {
    const rows = await sql.listPosts.run(query, { ...request, maxRows: limit, originalLanguage });
    return rows.map((row) => toWire(row, request));
  },
  async find(slug, reader) {
    const row = await sql.findPost.first(query, { ...reader, slug, originalLanguage });
    return row && toWire(row, reader);
  },
  async like({ slug, playerId, liked }) {
    const row = await (liked ? sql.like : sql.unlike).first(query, { slug, playerId });
    return row ? accept({ likes: row.likes, liked }) : refuse('not_found', 'Post not found');
  },
});

/** The language of the text is stated only where the request named one. */
const toWire = (row: sql.FindPostRow, { language }: Reader): BlogPost => ({
  id: row.slug,
  title: row.title,
  excerpt: row.excerpt,
  content: row.content,
  category: row.category,
  tags: row.tags,
  readTime: row.read_time,
  imageUrl: row.image_url,
  createdAt: row.created_at.toISOString(),
  likes: row.likes,
  liked: row.liked,
  ...(language === null ? {} : { language: requireLanguage(row.language) }),
});

const requireLanguage = (text: string): PostLanguage => {
  const language = postLanguages.find((each) => each === text);
  if (language === undefined) throw new Error(`a post is stored in an unknown language, ${text}`);
  return language;
};
