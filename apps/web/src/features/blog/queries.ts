/** The blog's calls. The build fills the same keys, see prerender.tsx. */
import type { BlogPost, LikeAnswer } from '@fairground/contract/blog';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../shared/api/request.ts';

export const pageSize = 10;

export const postsKey = ['blog', 'posts'] as const;
export const postKey = (slug: string) => ['blog', 'post', slug] as const;

export const postsQuery = infiniteQueryOptions({
  queryKey: postsKey,
  queryFn: async ({ pageParam, signal }) => {
    const { blogListAnswer } = await import('@fairground/contract/blog');
    const before = pageParam === null ? '' : `&before=${encodeURIComponent(pageParam)}`;
    return request(`/blog?limit=${pageSize}${before}`, { answer: blogListAnswer, signal });
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page: BlogPost[]) => (page.length < pageSize ? undefined : page.at(-1)?.createdAt),
});

export const postQuery = (slug: string) =>
  queryOptions({
    queryKey: postKey(slug),
    queryFn: async ({ signal }) => {
      const { blogPostSchema } = await import('@fairground/contract/blog');
      return request(`/blog/${encodeURIComponent(slug)}`, { answer: blogPostSchema, signal });
    },
    // Who liked it is asked anew with every visit: it depends on who is signed in.
    staleTime: 0,
  });

export async function likePost(slug: string, liked: boolean): Promise<LikeAnswer> {
  const { likeAnswer } = await import('@fairground/contract/blog');
  return request(`/blog/${encodeURIComponent(slug)}/like`, {
    method: 'POST',
    body: { liked },
    answer: likeAnswer,
  });
}
