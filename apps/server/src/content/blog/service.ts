/** The blog: posts of content/blog and of the console with their translations, and the players' likes. */
import { matchMarks } from '@fairground/content/plain-text';
import { originalLanguage, postLanguages, type Post, type PostLanguage } from '@fairground/content/post';
import type { BlogPost, BlogTag, LikeAnswer } from '@fairground/contract/blog';
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { RowOf } from '@fairground/sql';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/database/database.ts';
import { replacePosts } from './replace-posts.ts';
import * as sql from './sql/posts.sql.ts';

/** Who reads, and in which language: null for that of the originals. */
export interface Reader {
  playerId: bigint | null;
  language: PostLanguage | null;
}

export interface PostFilter extends Reader {
  limit: number;
  before: Date | null;
  tag: string | null;
}

export interface BlogService {
  /** Makes the published posts the ones given. */
  importPosts(posts: readonly Post[]): Promise<void>;
  list(request: PostFilter): Promise<BlogPost[]>;
  /** The best matches first, each with parts of its text. Limited for each address. */
  search(request: PostFilter & { search: string; address: string }): Promise<Result<BlogPost[]>>;
  /** The tags of the published posts. */
  tags(language: PostLanguage | null): Promise<BlogTag[]>;
  find(slug: string, reader: Reader): Promise<BlogPost | undefined>;
  /** The public posts of the console, each with a mark that changes when it is published again. */
  listRevisions(): Promise<{ slug: string; revision: string }[]>;
  /** Gives a like, or takes it back. */
  like(request: { slug: string; playerId: bigint; liked: boolean }): Promise<Result<LikeAnswer>>;
}

/** A search reads every post, and cuts parts out of those that it returns. */
const searchesPerAddress: AttemptRule = { name: 'blog-search', max: 60, windowMs: 60_000 };

const headlineOptions = `StartSel=${matchMarks.start}, StopSel=${matchMarks.stop}, MaxFragments=2, MinWords=10, MaxWords=24, FragmentDelimiter=" … "`;

export const createBlogService = (
  { query, transaction }: Database,
  limiter: AttemptLimiter,
): BlogService => ({
  importPosts: (posts) => transaction((inTransaction) => replacePosts(inTransaction, posts)),
  async list({ limit, ...request }) {
    const rows = await sql.listPosts.run(query, { ...request, maxRows: limit, originalLanguage });
    return rows.map((row) => toWire(row, request));
  },
  async search({ limit, address, ...request }) {
    const attempt = await limiter.take([[searchesPerAddress, addressSubject(address)]]);
    if (!attempt.ok) return attempt;
    const rows = await sql.searchPosts.run(query, {
      ...request,
      maxRows: limit,
      originalLanguage,
      headlineOptions,
    });
    return accept(rows.map((row) => ({ ...toWire(row, request), match: splitMatches(row.headline) })));
  },
  async tags(language) {
    const rows = await sql.listTags.run(query, { language });
    return rows.map(({ id, label, posts }) => ({ id, label, posts: Number(posts) }));
  },
  async find(slug, reader) {
    const row = await sql.findPost.first(query, { ...reader, slug, originalLanguage });
    return row && toWire(row, reader);
  },
  listRevisions: () => sql.listPublicPosts.run(query),
  async like({ slug, playerId, liked }) {
    const row = await (liked ? sql.like : sql.unlike).first(query, { slug, playerId });
    return row ? accept({ likes: row.likes, liked }) : refuse('not_found', 'Post not found');
  },
});

/** The language of the text is stated only where the request named one. */
const toWire = (row: RowOf<typeof sql.findPost>, { language }: Reader): BlogPost => ({
  id: row.slug,
  title: row.title,
  excerpt: row.excerpt,
  content: row.content,
  category: row.category,
  tags: row.tags,
  tagIds: row.tag_ids,
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

/** A text with marks around what was found, as parts: nothing in it becomes markup. */
const splitMatches = (headline: string): NonNullable<BlogPost['match']> =>
  headline
    .split(new RegExp(`(${matchMarks.start}[^${matchMarks.stop}]*${matchMarks.stop})`))
    .map((part) => ({
      text: part.replaceAll(matchMarks.start, '').replaceAll(matchMarks.stop, ''),
      isMatch: part.startsWith(matchMarks.start),
    }))
    .filter(({ text }) => text !== '');
