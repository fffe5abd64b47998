/** The blog: posts of files with their translations, and the players' likes, which hang on the names of the files. */
import { matchMarks } from '@fairground/content/plain-text';
import { originalLanguage, postIn, type Post, type PostLanguage } from '@fairground/content/post';
import type { BlogPost, BlogTag, LikeAnswer } from '@fairground/contract/blog';
import { accept, refuse, type Result } from '@fairground/contract/errors';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/database/database.ts';
import type { PostLibrary } from './post-library.ts';
import * as sql from './sql/blog.sql.ts';

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
  list(request: PostFilter): Promise<BlogPost[]>;
  /** The best matches first, each with parts of its text. Limited for each address. */
  search(request: PostFilter & { search: string; address: string }): Promise<Result<BlogPost[]>>;
  /** The tags of the posts, the most frequent first. */
  tags(language: PostLanguage | null): BlogTag[];
  find(slug: string, reader: Reader): Promise<BlogPost | undefined>;
  /** Gives a like, or takes it back. */
  like(request: { slug: string; playerId: bigint; liked: boolean }): Promise<Result<LikeAnswer>>;
}

/** A search reads every post, and cuts parts out of those that it returns. */
const searchesPerAddress: AttemptRule = { name: 'blog-search', max: 60, windowMs: 60_000 };

const headlineOptions =
  `StartSel=${matchMarks.start}, StopSel=${matchMarks.stop}, MaxFragments=2, MinWords=10, MaxWords=24, ` +
  'FragmentDelimiter=" … "';

export const createBlogService = (
  { query }: Pick<Database, 'query'>,
  limiter: AttemptLimiter,
  library: Pick<PostLibrary, 'posts'>,
): BlogService => {
  const withLikes = async (posts: readonly Post[], { playerId, language }: Reader): Promise<BlogPost[]> => {
    const rows = await sql.findLikes.run(query, { slugs: posts.map(({ slug }) => slug), playerId });
    const likes = new Map(rows.map((row) => [row.slug, row]));
    return posts.map((post) => toWire(post, { language, ...likes.get(post.slug) }));
  };
  const findPost = (slug: string): Post | undefined => library.posts().find((post) => post.slug === slug);
  const listed = ({ before, tag }: Pick<PostFilter, 'before' | 'tag'>): Post[] =>
    library
      .posts()
      .filter(({ createdAt }) => before === null || new Date(createdAt) < before)
      .filter(({ tagIds }) => tag === null || tagIds.includes(tag));

  return {
    list: ({ limit, ...request }) => withLikes(listed(request).slice(0, limit), request),
    async search({ limit, address, search, ...request }) {
      const attempt = await limiter.take([[searchesPerAddress, addressSubject(address)]]);
      if (!attempt.ok) return attempt;
      const posts = listed(request);
      const texts = posts.map((post) => {
        const { slug, language, title, excerpt, plainText, createdAt } = postIn(
          post,
          request.language ?? originalLanguage,
        );
        return { slug, language, title, excerpt, plainText, createdAt };
      });
      const rows = await sql.searchPosts.run(query, {
        texts: JSON.stringify(texts),
        search,
        maxRows: limit,
        headlineOptions,
      });
      const found = rows.flatMap(({ slug }) => posts.find((post) => post.slug === slug) ?? []);
      const shown = await withLikes(found, request);
      return accept(shown.map((post, at) => ({ ...post, match: splitMatches(rows[at]?.headline ?? '') })));
    },
    tags(language) {
      const tags = new Map<string, BlogTag>();
      for (const post of library.posts()) {
        const labels = postIn(post, language ?? originalLanguage).tags;
        for (const [at, id] of post.tagIds.entries()) {
          const { posts } = tags.get(id) ?? { posts: 0 };
          tags.set(id, { id, label: labels[at] ?? id, posts: posts + 1 });
        }
      }
      return [...tags.values()].toSorted(
        (one, other) => other.posts - one.posts || (one.id < other.id ? -1 : 1),
      );
    },
    async find(slug, reader) {
      const post = findPost(slug);
      return post && (await withLikes([post], reader))[0];
    },
    async like({ slug, playerId, liked }) {
      if (!findPost(slug)) return refuse('not_found', 'Post not found');
      await (liked ? sql.like : sql.unlike).run(query, { slug, playerId });
      // A statement of its own sees what others wrote while that one waited.
      const found = await sql.findLikes.first(query, { slugs: [slug], playerId });
      return accept({ likes: found?.likes ?? 0, liked });
    },
  };
};

interface Shown {
  /** Null for that of the originals. The language of the text is stated only where one is asked for. */
  language: PostLanguage | null;
  likes?: number;
  liked?: boolean;
}

/** A post as `GET /blog` returns it. */
const toWire = (post: Post, { language, likes = 0, liked = false }: Shown): BlogPost => {
  const shown = postIn(post, language ?? originalLanguage);
  return {
    id: shown.slug,
    title: shown.title,
    excerpt: shown.excerpt,
    content: shown.content,
    category: shown.category,
    tags: [...shown.tags],
    tagIds: [...shown.tagIds],
    readTime: shown.readTime,
    imageUrl: shown.imageUrl,
    createdAt: shown.createdAt,
    likes,
    liked,
    ...(language === null ? {} : { language: shown.language }),
  };
};

/** As pages list them before anybody likes one. English pages ask for no language. */
export const listIn = (language: PostLanguage, posts: readonly Post[]): BlogPost[] =>
  posts.map((post) => toWire(post, { language: language === originalLanguage ? null : language }));

/** A text with marks around what was found, as parts: nothing in it becomes markup. */
const splitMatches = (headline: string): NonNullable<BlogPost['match']> =>
  headline
    .split(new RegExp(`(${matchMarks.start}[^${matchMarks.stop}]*${matchMarks.stop})`))
    .map((part) => ({
      text: part.replaceAll(matchMarks.start, '').replaceAll(matchMarks.stop, ''),
      isMatch: part.startsWith(matchMarks.start),
    }))
    .filter(({ text }) => text !== '');
