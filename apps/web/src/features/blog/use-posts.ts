/** The pages of posts that are shown, and how to get the next one. */
import type { BlogPost } from '@fairground/contract/blog';
import { useState } from 'react';
import { changeResource, useResource, useShownBefore } from '@fairground/site-kit/api/resource.ts';
import { withRetries } from '@fairground/site-kit/api/retry.ts';
import type { Language } from '@fairground/site-kit/i18n/language.ts';
import { fetchPosts, pageSize, postsKey, type PostFilter } from './queries.ts';

type Pages = BlogPost[][];

/** How loading the page after those that are shown goes. */
interface OlderPosts {
  key: string;
  isLoading: boolean;
  error: unknown;
}

export function usePosts(language: Language, filter: PostFilter) {
  'use memo';
  const key = postsKey(language, filter);
  const [older, setOlder] = useState<OlderPosts>({ key, isLoading: false, error: null });
  const posts = useResource<Pages>({
    key,
    load: (shown) => fetchPages(language, filter, shown?.length ?? 1),
  });
  // The posts stay in view while another language or filter is loaded.
  const pages = useShownBefore(posts);
  const last = pages?.at(-1);
  const before = last?.at(-1)?.createdAt;

  async function loadOlder(): Promise<void> {
    if (before === undefined) return;
    setOlder({ key, isLoading: true, error: null });
    try {
      const next = await withRetries(() => fetchPosts(language, { ...filter, before }));
      changeResource<Pages>(key, (shown = []) => [...shown, next]);
      setOlder({ key, isLoading: false, error: null });
    } catch (error) {
      setOlder({ key, isLoading: false, error });
    }
  }

  const isOfThese = older.key === key;
  return {
    posts: pages?.flat(),
    /** The error of the first load, or of a refresh. */
    error: posts.error,
    isLoading: posts.isLoading,
    reload: posts.reload,
    isOfBefore: posts.data === undefined,
    // Answers to a search have one page.
    hasOlder: !filter.search && last !== undefined && last.length >= pageSize,
    isLoadingOlder: isOfThese && older.isLoading,
    olderError: isOfThese ? older.error : null,
    loadOlder,
  };
}

/** As many as are shown, or fewer if there are not that many. */
async function fetchPages(language: Language, filter: PostFilter, count: number): Promise<Pages> {
  const pages: Pages = [];
  for (let before: string | undefined; pages.length < count; before = pages.at(-1)?.at(-1)?.createdAt) {
    const page = await fetchPosts(language, { ...filter, before: before ?? null });
    pages.push(page);
    if (page.length < pageSize) break;
  }
  return pages;
}
