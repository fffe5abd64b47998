/** The blog's calls, in the language of the page. The build fills the same keys, see prerender.tsx. */
import type { BlogPost, BlogTag, LikeAnswer } from '@fairground/contract/blog';
import { onSessionEnd } from '@fairground/site-kit/session/session.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { changeResource, forgetResources, type Resource } from '@fairground/site-kit/api/resource.ts';
import type { Language } from '@fairground/site-kit/i18n/language.ts';
import { likeAnswer, postAnswer, postsAnswer, tagsAnswer } from './answers.ts';

// What a player likes is theirs.
onSessionEnd(forgetResources);

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

export const postsKey = (language: Language, { tag = '', search = '' }: PostFilter = {}): string =>
  `blog posts ${language} ${new URLSearchParams({ tag, search })}`;
export const tagsKey = (language: Language): string => `blog tags ${language}`;
export const postKey = (slug: string, language: Language): string => `blog post ${language} ${slug}`;

/** Posts are written in English, which needs no parameter. */
const languageParams = (language: Language): URLSearchParams =>
  new URLSearchParams(language === 'en' ? {} : { language });

export interface PageOfPosts extends PostFilter {
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

export const fetchPosts = (language: Language, of: PageOfPosts): Promise<BlogPost[]> =>
  request(postsPathInApi(language, of), { answer: postsAnswer });

export const tagsIn = (language: Language): Resource<BlogTag[]> => ({
  key: tagsKey(language),
  load: () => {
    const query = languageParams(language);
    return request(`/blog/tags${query.size > 0 ? `?${query}` : ''}`, { answer: tagsAnswer });
  },
});

/** The tags of these posts, for prerendered pages. */
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

export const postOf = (slug: string, language: Language): Resource<BlogPost> => ({
  key: postKey(slug, language),
  load: () => request(postPathInApi(slug, language), { answer: postAnswer }),
  // Fetched with every visit: whether it is liked depends on who is signed in.
  staleMs: 0,
});

/** The language of a post, which may differ from that of the page. */
export const languageOf = ({ language }: BlogPost): Language => language ?? 'en';

/** A like is the post's, whatever the language it is read in. */
export async function likePost(slug: string, liked: boolean): Promise<void> {
  const change = (answer?: LikeAnswer): void => {
    for (const language of ['en', 'es'] as const)
      changeResource<BlogPost>(postKey(slug, language), (post) => post && { ...post, ...answer });
  };
  // A pending older response must not overwrite this one.
  change();
  const path = `/blog/${encodeURIComponent(slug)}/like`;
  change(await request(path, { method: 'POST', body: { liked }, answer: likeAnswer }));
}
