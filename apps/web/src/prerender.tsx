/** Renders pages to HTML while building. Used by the build script only; never shipped to a browser. */
import type { BlogPost } from '@fairground/contract/blog';
import type { GamesConfig } from '@fairground/contract/config';
import { I18nProvider } from '@lingui/react';
import { prerender } from 'react-dom/static';
import type { PageHandle } from './app/page-meta.tsx';
import { guardedPaths, publicPaths as pathsOfRoutes, routes } from './app/routes.tsx';
import { Site } from './app/site.tsx';
import { createRouter } from '@fairground/site-kit/router/create-router.ts';
import { fixedHistory } from '@fairground/site-kit/router/page-history.ts';
import { RouterProvider } from '@fairground/site-kit/router/router.tsx';
import {
  pageSize,
  postKey,
  postPathInApi,
  postsKey,
  postsPathInApi,
  tagsKey,
  tagsOf,
} from './features/blog/queries.ts';
import { toFigures, translateAll } from './features/faq/questions.ts';
import { apiUrl } from '@fairground/site-kit/api/endpoints.ts';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { forgetResources } from '@fairground/site-kit/api/resource.ts';
import { cutForPage } from './game-parts/facts.ts';
import { gamesWith } from './game-parts/list.ts';
import { configName } from '@fairground/site-kit/games-config/games-config.ts';
import { factsName } from './game-parts/use-facts.ts';
import {
  languages as languagesOfSite,
  loadCatalogues,
  type Language,
} from '@fairground/site-kit/i18n/catalogues.ts';
import './texts.ts';
import { formatOf } from '@fairground/site-kit/format/format.ts';
import { i18n, t } from '@fairground/site-kit/i18n/i18n.ts';
import {
  prerenderedEmbedPath,
  prerenderedRound,
  prerenderedRoundPath,
} from './features/rounds/prerendered-round.ts';
import { fingerprint, type Shown } from './features/blog/freshness.ts';
import {
  fillCache,
  pageDataBlock,
  providePageData,
  type PageData,
} from '@fairground/site-kit/page/page-data.ts';
import {
  describePage,
  describePost,
  describePosts,
  describeQuestions,
  postPath,
} from './app/structured-data.ts';

export { guardedPaths, prerenderedEmbedPath as embedPath, prerenderedRoundPath as roundPath };

/** Shortcuts of the installed site, in the language of its manifest. */
export async function readShortcuts(): Promise<{ name: string; url: string | undefined }[]> {
  i18n.activate('en');
  await loadCatalogues('en');
  return gamesWith('card').map(({ card, page }) => ({ name: t(card.gameName), url: page?.path }));
}

/** The first is the default. */
export const languages = Object.keys(languagesOfSite) as Language[];

/** What pages show that the code does not know. */
export interface PageFacts {
  /** In each language, the newest first. */
  posts: Readonly<Record<Language, readonly BlogPost[]>>;
  /** The figures of this site. */
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
  /** How the page may find out that it is out of date. */
  shown: Shown | undefined;
  unlisted: boolean;
  hasArt: boolean;
  needsApplication: boolean;
}

export const publicPaths = ({ posts }: PageFacts): string[] => [...pathsOfRoutes, ...posts.en.map(postPath)];

/** One page at a time: the active language, the page data and the query cache are global. */
export async function renderPage(path: string, language: Language, facts: PageFacts): Promise<RenderedPage> {
  i18n.activate(language);
  const router = createRouter(routes, {
    // A mailed link, by the name of its token.
    history: fixedHistory(path.replace(/\?(\w+)$/, '?mailed=$1#$1=any')),
  });
  await router.prepare();
  // A page that is already loaded does not load its texts in another language.
  await loadCatalogues(language);
  const handle = router.view().route.handle as PageHandle | undefined;
  if (handle === undefined) throw new Error(`${path} has no title`);
  const data = dataOf(path, language, facts);
  providePageData(data);
  queryClient.clear();
  forgetResources();
  fillCache(queryClient);
  const { prelude } = await prerender(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router}>
        <Site />
      </RouterProvider>
    </I18nProvider>,
    // Nothing is sent out of order, because that would need inline scripts.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  const html = await new Response(prelude).text();
  const posts = facts.posts[language];
  const post = posts.find((each) => postPath(each) === path);
  const isRound = isOfRound(path);
  const { title, description } = isRound
    ? {
        title: t('title.ofRound', { title: prerenderedRound.title }),
        description: prerenderedRound.summary,
      }
    : {
        title: post ? t('title.ofPost', { title: post.title }) : t(handle.title),
        description: post?.excerpt ?? t(handle.description),
      };
  const [canonical = path] = path.split('?');
  const head = [describePage({ path: canonical, title, description, post })];
  if (post) head.push(describePost(post));
  if (path === '/blog') head.push(describePosts(posts, { title, description }));
  if (path === '/faq') head.push(describeQuestions(questionsOf(facts, language)));
  return {
    html,
    title,
    description,
    head: head.join(''),
    data: isRound ? prerenderedRound.data : pageDataBlock(data),
    shown: shownBy(path, language, posts),
    unlisted: handle.unlisted === true,
    hasArt: handle.withoutArt !== true,
    needsApplication: handle.needsApplication === true,
  };
}

const questionsOf = ({ gamesConfig }: PageFacts, language: Language) => {
  const figures = toFigures(gamesConfig, { format: formatOf(language), t });
  return translateAll((key) => t(key, figures)).flatMap(({ questions }) => questions);
};

const isOfRound = (path: string): boolean => path === prerenderedRoundPath || path === prerenderedEmbedPath;

const pagesWithFigures = ['/', '/register', '/how-to-play', '/lab', '/about-us', '/faq'];

/** The answers that a page would fetch. */
function dataOf(path: string, language: Language, { posts, gamesConfig }: PageFacts): PageData {
  if (pagesWithFigures.includes(path)) return [[[factsName], cutForPage(gamesConfig)]];
  if (path === '/blog') {
    // The list shows no content.
    const page = posts[language].slice(0, pageSize).map((post) => ({ ...post, content: '' }));
    return [
      [[postsKey(language)], [page]],
      [[tagsKey(language)], tagsOf(posts[language])],
    ];
  }
  if (isOfRound(path)) return prerenderedRound.answers;
  const game = gamesWith('page').find(({ page, folder }) => [page.path, `/watch/${folder}`].includes(path));
  if (game) return [[[configName], { [game.id]: gamesConfig[game.id] }]];
  const post = posts[language].find((each) => postPath(each) === path);
  return post ? [[[postKey(post.id, language)], post]] : [];
}

/** Likes come while the site runs; everything else on a page is known when the site starts. */
function shownBy(path: string, language: Language, posts: readonly BlogPost[]): Shown | undefined {
  if (path === '/blog')
    return { asks: apiUrl(postsPathInApi(language)), shows: fingerprint(posts.slice(0, pageSize)) };
  const post = posts.find((each) => postPath(each) === path);
  return post && { asks: apiUrl(postPathInApi(post.id, language)), shows: fingerprint([post]) };
}
