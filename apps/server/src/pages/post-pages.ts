/**
 * The pages below /blog. The build renders those of the posts that come with the site, and they are sent as long as
 * there are no others. From the first difference on, each page is rendered here with the first request for it, as the
 * build does, and kept until files of posts change.
 */
import type { Post } from '@fairground/content/post';
import type { GamesConfig } from '@fairground/contract/config';
import { listIn } from '../content/blog/service.ts';
import type { PageFacts, Prerenderer } from './prerenderer.ts';

/** The HTML of one page in a language. Whoever asks again pays for it again, and nothing of it is kept here. */
export type Page = (language: string) => Promise<string>;

export interface PostPages {
  posts: () => readonly Post[];
  /** `built` is the build's page of the path. */
  find: (path: string, built: Page | undefined) => Promise<Page | undefined>;
}

interface PostPagesOptions {
  /** The newest first; the same array until they change. */
  posts: () => readonly Post[];
  /** The posts that the build rendered. */
  built: readonly Post[];
  /** Called once, where a page is rendered at all: it loads the pages' own code. */
  openPrerenderer: () => Promise<Pick<Prerenderer, 'languages' | 'render'>>;
  gamesConfig: GamesConfig;
}

const listPath = '/blog';
const postPath = ({ slug }: Pick<Post, 'slug'>): string => `${listPath}/${slug}`;

/** Paths of the posts' pages. */
export const isPostPath = (path: string): boolean => path.startsWith(`${listPath}/`);
export const postPaths = (posts: readonly Post[]): string[] => posts.map(postPath);

/** Resolves once the first page can be sent without a wait. */
export const openPostPages = async ({
  posts: readPosts,
  built,
  openPrerenderer,
  gamesConfig,
}: PostPagesOptions): Promise<PostPages> => {
  const builtFrom = JSON.stringify(built);
  let current: { posts: readonly Post[]; isBuilt: boolean; pages: Map<string, Promise<Page>> } | undefined;
  let prerenderer: ReturnType<typeof openPrerenderer> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const state = () => {
    const posts = readPosts();
    if (current?.posts !== posts)
      current = { posts, isBuilt: JSON.stringify(posts) === builtFrom, pages: new Map() };
    return current;
  };
  const render = async (path: string, posts: readonly Post[]): Promise<Page> => {
    const facts: PageFacts = { posts: { en: listIn('en', posts), es: listIn('es', posts) }, gamesConfig };
    const { languages, render: renderIn } = await (prerenderer ??= openPrerenderer());
    const rendered = new Map<string, string>();
    for (const language of languages)
      rendered.set(language, (await renderIn({ path, kind: 'public' }, language, facts)).html);
    return async (language) => rendered.get(language) ?? '';
  };
  /** The prerenderer renders one page at a time. */
  const renderInTurn = (path: string, posts: readonly Post[]): Promise<Page> => {
    const page = last.then(() => render(path, posts));
    last = page.catch(() => undefined);
    return page;
  };
  const find: PostPages['find'] = async (path, builtPage) => {
    const { posts, isBuilt, pages } = state();
    if (isBuilt || !(path === listPath || isPostPath(path))) return builtPage;
    if (path !== listPath && !posts.some((post) => postPath(post) === path)) return undefined;
    const page = pages.get(path) ?? renderInTurn(path, posts);
    pages.set(path, page);
    // The next request tries again.
    page.catch(() => pages.delete(path));
    return page;
  };

  // Loading the pages' code takes a moment, in which nothing else is answered. What fails is told by requests.
  if (!state().isBuilt) await find(listPath, undefined).catch(() => undefined);
  return { posts: readPosts, find };
};
