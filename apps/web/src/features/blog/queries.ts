/** The blog's calls, in the language of the page. The build fills the same keys, see prerender.tsx. */
import type { BlogPost, BlogTag, LikeAnswer } from '@fairground/contract/blog';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../shared/api/request.ts';
import type { Language } from '../../shared/i18n/language.ts';

export const pageSize = 10;
const maxFound = 20;

/** Which posts are listed: those of a tag, those that a search finds, or all. */
export interface PostFilter {
  tag?: string;
  search?: string;
}

/** Names and words of addresses; what is longer finds nothing, so it is cut. */
export function filterOf(query: URLSearchParams): PostFilter {
  const tag = query.get('tag')?.slice(0, maxTagLength);
  const search = query.get('search')?.trim().slice(0, maxSearchLength);
  return { ...(tag ? { tag } : {}), ...(search ? { search } : {}) };
}

const maxTagLength = 60;
export const maxSearchLength = 100;

export const postsKey = (language: Language, filter: PostFilter = {}) =>
  ['blog', 'posts', language, filter] as const;
export const tagsKey = (language: Language) => ['blog', 'tags', language] as const;
/** Of one post in every language. */
export const postKeys = (slug: string) => ['blog', 'post', slug] as const;
export const postKey = (slug: string, language: Language) => [...postKeys(slug), language] as const;

/** Posts are written in English, which needs no parameter. */
const languageParams = (language: Language): URLSearchParams =>
  new URLSearchParams(language === 'en' ? {} : { language });

interface PageOfPosts extends PostFilter {
  before?: string | null;
}

export const postsPathInApi = (language: Language, { before, tag, search }: PageOfPosts = {}): string =>
  `/blog?${new URLSearchParams([
    // Answers to a search have one page.
    ['limit', String(search ? maxFound : pageSize)],
    ...(before ? [['before', before]] : []),
    ...(tag ? [['tag', tag]] : []),
    ...(search ? [['search', search]] : []),
    ...languageParams(language),
  ])}`;

export function postPathInApi(slug: string, language: Language): string {
  const query = languageParams(language);
  return `/blog/${encodeURIComponent(slug)}${query.size > 0 ? `?${query}` : ''}`;
}

export const postsQuery = (language: Language, filter: PostFilter) =>
  infiniteQueryOptions({
    queryKey: postsKey(language, filter),
    queryFn: async ({ pageParam, signal }) => {
      const { blogListAnswer } = await import('@fairground/contract/blog');
      return request(postsPathInApi(language, { ...filter, before: pageParam }), {
        answer: blogListAnswer,
        signal,
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: BlogPost[]) =>
      filter.search || page.length < pageSize ? undefined : page.at(-1)?.createdAt,
    // The posts stay in view while the switch of the language brings them in another one.
    placeholderData: keepPreviousData,
  });

export const tagsQuery = (language: Language) =>
  queryOptions({
    queryKey: tagsKey(language),
    queryFn: async ({ signal }) => {
      const { blogTagsAnswer } = await import('@fairground/contract/blog');
      const query = languageParams(language);
      return request(`/blog/tags${query.size > 0 ? `?${query}` : ''}`, { answer: blogTagsAnswer, signal });
    },
    placeholderData: keepPreviousData,
  });

/** The same from posts, for prerendered pages. */
export function tagsOf(posts: readonly BlogPost[]): BlogTag[] {
  const tags = new Map<string, BlogTag>();
  for (const { tags: labels, tagIds = [] } of posts) {
    for (const [at, id] of tagIds.entries()) {
      const { posts: count } = tags.get(id) ?? { posts: 0 };
      tags.set(id, { id, label: labels[at] ?? id, posts: count + 1 });
    }
  }
  return [...tags.values()].toSorted((one, other) => other.posts - one.posts || (one.id < other.id ? -1 : 1));
}

export const postQuery = (slug: string, language: Language) =>
  queryOptions({
    queryKey: postKey(slug, language),
    queryFn: async ({ signal }) => {
      const { shownPost } = await import('@fairground/contract/blog');
      return request(postPathInApi(slug, language), { answer: shownPost, signal });
    },
    // Refetched with every visit: whether it is liked depends on who is signed in.
    staleTime: 0,
    // The same post in the language before, never another one.
    placeholderData: (shown) => (shown?.id === slug ? shown : undefined),
  });

/** The language of a post, which may differ from that of the page. */
export const languageOf = ({ language }: BlogPost): Language => language ?? 'en';

export async function likePost(slug: string, liked: boolean): Promise<LikeAnswer> {
  const { likeAnswer } = await import('@fairground/contract/blog');
  return request(`/blog/${encodeURIComponent(slug)}/like`, {
    method: 'POST',
    body: { liked },
    answer: likeAnswer,
  });
}
