/** Renders pages to HTML while building. Used by the build script only; never shipped to a browser. */
import type { BlogPost } from '@fairground/contract/blog';
import type { GamesConfig } from '@fairground/contract/config';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { Providers } from './app/providers.tsx';
import type { PageHandle } from './app/page-meta.tsx';
import { guardedPaths, publicPaths as pathsOfRoutes, routes } from './app/routes.tsx';
import { pageSize, postKey, postsKey } from './features/blog/queries.ts';
import { figuresKey, toFigures } from './features/faq/figures.ts';
import { cutForPage } from './shared/facts/facts.ts';
import { factsKey } from './shared/facts/use-facts.ts';
import { newQueryClient } from './shared/api/query-client.ts';
import { t } from './shared/i18n/i18n.ts';
import { fillCache, pageDataBlock, type PageData } from './shared/page/page-data.ts';
import { describePage, describePost, describePosts, postPath } from './shared/page/structured-data.ts';

export { guardedPaths };

/** What pages show that neither the code nor a visitor knows. */
export interface PageFacts {
  /** The newest first. */
  posts: readonly BlogPost[];
  /** The figures of a site with default settings; the page asks for those of its own. */
  gamesConfig: GamesConfig;
}

export interface RenderedPage {
  html: string;
  title: string;
  description: string;
  /** Tags for the head; addresses in them begin with `siteMark`, which the server replaces by its own. */
  head: string;
  /** The block of data that goes with the HTML, or nothing. */
  data: string;
  unlisted: boolean;
}

export const publicPaths = ({ posts }: PageFacts): string[] => [...pathsOfRoutes, ...posts.map(postPath)];

export async function renderPage(path: string, facts: PageFacts): Promise<RenderedPage> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} answered ${context.status} instead of a page`);
  const handle = context.matches.at(-1)?.route.handle as PageHandle | undefined;
  if (handle === undefined) throw new Error(`${path} has no title`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const client = newQueryClient();
  const data = dataOf(path, facts);
  fillCache(client, data);
  const { prelude } = await prerender(
    <Providers client={client}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </Providers>,
    // Nothing is sent out of order, because that would need inline scripts.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  const html = await new Response(prelude).text();
  const post = facts.posts.find((each) => postPath(each) === path);
  const title = post ? t('title.ofPost', { title: post.title }) : t(handle.title);
  const description = post?.excerpt ?? t(handle.description);
  const head = [describePage({ path, title, description, post })];
  if (post) head.push(describePost(post));
  if (path === '/blog') head.push(describePosts(facts.posts, { title, description }));
  return {
    html,
    title,
    description,
    head: head.join(''),
    data: pageDataBlock(data),
    unlisted: handle.unlisted === true,
  };
}

const factPages = ['/how-to-play', '/about-us'];

/** The answers that a page would have asked for. */
function dataOf(path: string, { posts, gamesConfig }: PageFacts): PageData {
  if (factPages.includes(path)) return [[factsKey, cutForPage(gamesConfig)]];
  if (path === '/faq') return [[figuresKey, toFigures(gamesConfig)]];
  if (path === '/blog') {
    // The list shows no content.
    const page = posts.slice(0, pageSize).map((post) => ({ ...post, content: '' }));
    return [[postsKey, { pages: [page], pageParams: [null] }]];
  }
  return posts.filter((post) => postPath(post) === path).map((post) => [postKey(post.id), post] as const);
}
