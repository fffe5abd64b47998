/** The blog: posts that were imported from content/blog with their translations, and the players' likes. */
import type { Post } from '@fairground/content/post';
import type { BlogPost, LikeAnswer } from '@fairground/contract/blog';
import type { Database } from '../../platform/postgres/database.ts';
import * as queries from './queries.ts';

export interface BlogService {
  /** Makes the published posts the ones given. */
  importPosts(posts: readonly Post[]): Promise<void>;
  list(asked: queries.Reader & { limit: number; before: Date | null }): Promise<BlogPost[]>;
  find(slug: string, reader: queries.Reader): Promise<BlogPost | undefined>;
  like(asked: { slug: string; playerId: bigint; liked: boolean }): Promise<LikeAnswer | undefined>;
}

export const createBlogService = ({ query, transaction }: Database): BlogService => ({
  importPosts: (posts) => transaction((inTransaction) => queries.replacePosts(inTransaction, posts)),
  async list(asked) {
    return (await queries.listPosts(query, asked)).map((row) => toWire(row, asked));
  },
  async find(slug, reader) {
    const row = await queries.findPost(query, slug, reader);
    return row && toWire(row, reader);
  },
  async like(asked) {
    const likes = await queries.setLike(query, asked);
    return likes === undefined ? undefined : { likes, liked: asked.liked };
  },
});

/** Who asks for a language is told which one he gets; who asks for none gets the originals, and no word more. */
const toWire = (row: queries.PostRow, { language }: queries.Reader): BlogPost => ({
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
  ...(language === null ? {} : { language: row.language }),
});
