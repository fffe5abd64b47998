/** The blog's calls, in the language of the page. The build fills the same keys, see prerender.tsx. */
import type { BlogPost, LikeAnswer } from '@fairground/contract/blog';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../shared/api/request.ts';
import type { Language } from '../../shared/i18n/language.ts';

export const pageSize = 10;

export const postsKey = (language: Language) => ['blog', 'posts', language] as const;
/** Of one post in every language. */
export const postKeys = (slug: string) => ['blog', 'post', slug] as const;
export const postKey = (slug: string, language: Language) => [...postKeys(slug), language] as const;

/** Posts are written in English, which needs no parameter. */
const languageParams = (language: Language): URLSearchParams =>
  new URLSearchParams(language === 'en' ? {} : { language });

export const postsPathInApi = (language: Language, before: string | null = null): string =>
  `/blog?${new URLSearchParams([['limit', String(pageSize)], ...(before === null ? [] : [['before', before]]), ...languageParams(language)])}`;

export function postPathInApi(slug: string, language: Language): string {
  const query = languageParams(language);
  return `/blog/${encodeURIComponent(slug)}${query.size > 0 ? `?${query}` : ''}`;
}

export const postsQuery = (language: Language) =>
  infiniteQueryOptions({
    queryKey: postsKey(language),
    queryFn: async ({ pageParam, signal }) => {
      const { blogListAnswer } = await import('@fairground/contract/blog');
      return request(postsPathInApi(language, pageParam), { answer: blogListAnswer, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: BlogPost[]) => (page.length < pageSize ? undefined : page.at(-1)?.createdAt),
    // The posts stay in view while the switch of the language brings them in another one.
    placeholderData: keepPreviousData,
  });

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
