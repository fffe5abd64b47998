/**
 * Every page that exists. Public ones are prerendered by the build, guarded ones as they are before their data;
 * the build reads both lists from here, so that a new page needs no second entry elsewhere.
 */
import type { ComponentType } from 'react';
import type { Route } from '@fairground/site-kit/router/create-router.ts';
import { gamesWith, watchPath } from '../game-parts/list.ts';
import { loadArt } from '@fairground/site-kit/art/still-art.tsx';
import { loadPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import type { MessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import type { PageHandle } from './page-meta.tsx';
import { withQueries } from './with-queries.tsx';

interface Page {
  path: string;
  handle: PageHandle;
  load: () => Promise<ComponentType>;
}

type NameIn<Key> = Key extends `description.${infer Name}` ? Name : never;

/** Its title and description are the texts `title.NAME` and `description.NAME`. */
const page = (
  path: string,
  name: NameIn<MessageKey>,
  load: Page['load'],
  more?: Partial<PageHandle>,
): Page => ({
  path,
  handle: { title: `title.${name}`, description: `description.${name}`, ...more },
  load,
});

/** A part of the account comes with the list of all parts. */
const inAccount =
  (load: () => Promise<ComponentType>): Page['load'] =>
  async () => {
    const [Part, { AccountPage }] = await Promise.all([load(), import('./account-page.tsx')]);
    return () => (
      <AccountPage>
        <Part />
      </AccountPage>
    );
  };

const loadData = inAccount(async () => {
  const [{ DataPage }, { TokensPanel }] = await Promise.all([
    import('../features/profile/data-page.tsx'),
    import('../features/tokens/tokens-panel.tsx'),
  ]);
  return () => (
    <DataPage>
      <TokensPanel />
    </DataPage>
  );
});

/** A page comes with its backdrop. */
const withArt = ({ load, ...page }: Page): Route => ({
  ...page,
  load: async () => {
    const [loaded] = await Promise.all([
      loadPart(load, maxTries),
      page.handle.withoutArt ? undefined : loadArt(),
    ]);
    return loaded;
  },
});

/** After these tries the page shows that it could not be loaded. */
const maxTries = 2;

const publicPages: Page[] = [
  page('/', 'home', async () => (await import('../features/home/home-page.tsx')).HomePage),
  page('/login', 'login', async () => (await import('../features/auth/login-page.tsx')).LoginPage),
  page(
    '/register',
    'register',
    async () => (await import('../features/auth/register-page.tsx')).RegisterPage,
  ),
  page(
    '/forgot-password',
    'forgot',
    async () => (await import('../features/auth/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  page(
    '/reset-password',
    'reset',
    async () => (await import('../features/auth/reset-password-page.tsx')).ResetPasswordPage,
    { tokens: ['token'] },
  ),
  page(
    '/fairness',
    'fairness',
    async () => (await import('../features/fairness/fairness-page.tsx')).FairnessPage,
    { withoutArt: true },
  ),
  page(
    '/fairness/monitor',
    'monitor',
    async () => (await import('../features/monitor/monitor-page.tsx')).MonitorPage,
    { withoutArt: true, needsApplication: true },
  ),
  page(
    '/rounds/:game/:id',
    'round',
    withQueries(async () => (await import('../features/rounds/round-page.tsx')).RoundPage),
  ),
  ...gamesWith('watch').map((game): Page => ({
    path: watchPath(game),
    handle: {
      title: game.watch.title,
      description: game.watch.description,
      withoutArt: true,
      needsApplication: true,
    },
    load: withQueries(game.watch.load),
  })),
  page(
    '/how-to-play',
    'guide',
    async () => (await import('../features/how-to-play/how-to-play-page.tsx')).HowToPlayPage,
  ),
  page(
    '/lab',
    'lab',
    withQueries(async () => (await import('../features/lab/lab-page.tsx')).LabPage),
  ),
  page('/about-us', 'about', async () => (await import('../features/about/about-page.tsx')).AboutPage),
  page(
    '/privacy-policy',
    'privacy',
    async () => (await import('../features/policies/privacy-page.tsx')).PrivacyPage,
  ),
  page(
    '/terms-of-service',
    'terms',
    async () => (await import('../features/policies/terms-page.tsx')).TermsPage,
  ),
  page('/blog', 'blog', async () => (await import('../features/blog/blog-page.tsx')).BlogPage),
  page('/blog/:id', 'blog', async () => (await import('../features/blog/post-page.tsx')).PostPage, {
    title: 'title.post',
  }),
  page('/faq', 'faq', async () => (await import('../features/faq/faq-page.tsx')).FaqPage),
  page(
    '/contact-us',
    'contact',
    async () => (await import('../features/contact/contact-page.tsx')).ContactPage,
  ),
  page(
    '/developers',
    'developers',
    async () => (await import('../features/developers/developers-page.tsx')).DevelopersPage,
  ),
  page(
    '/newsletter',
    'newsletter',
    async () => (await import('../features/mailed-links/mailing-page.tsx')).NewsletterPage,
    { unlisted: true, tokens: ['confirm', 'unsubscribe'] },
  ),
  page(
    '/confirm-email',
    'confirmEmail',
    async () => (await import('../features/mailed-links/confirm-email-page.tsx')).ConfirmEmailPage,
    { unlisted: true, tokens: ['token'] },
  ),
  page(
    '/notices',
    'notices',
    async () => (await import('../features/mailed-links/stop-notices-page.tsx')).StopNoticesPage,
    { unlisted: true, tokens: ['unsubscribe'] },
  ),
  page(
    '/confirm-new-email',
    'confirmEmail',
    async () => (await import('../features/mailed-links/confirm-new-email-page.tsx')).ConfirmNewEmailPage,
    { unlisted: true, tokens: ['token'] },
  ),
  page(
    '/join/:code',
    'join',
    withQueries(async () => (await import('../features/clubs/join-page.tsx')).JoinPage),
    { unlisted: true, needsApplication: true },
  ),
];

const guardedPages: Page[] = [
  page('/games', 'games', async () => (await import('../features/all-games/games-page.tsx')).GamesPage),
  ...gamesWith('page').map(({ page: { path, title, description, load } }): Page => ({
    path,
    // Games have scenes of their own.
    handle: { title, description, withoutArt: true },
    load,
  })),
  page(
    '/leaderboard',
    'leaderboard',
    async () => (await import('../features/leaderboard/leaderboard-page.tsx')).LeaderboardPage,
  ),
  page('/clubs', 'clubs', async () => (await import('../features/clubs/clubs-page.tsx')).ClubsPage),
  page('/clubs/:id', 'clubs', async () => (await import('../features/clubs/club-page.tsx')).ClubPage),
  page('/seasons', 'seasons', async () => (await import('../features/seasons/seasons-page.tsx')).SeasonsPage),
  page(
    '/seasons/:month',
    'seasons',
    async () => (await import('../features/seasons/season-page.tsx')).SeasonPage,
  ),
  page(
    '/achievements',
    'achievements',
    async () => (await import('../features/achievements/achievements-page.tsx')).AchievementsPage,
  ),
  page(
    '/profile',
    'profile',
    inAccount(async () => (await import('./profile-with-results.tsx')).ProfileWithResults),
    { checking: 'profile.loading' },
  ),
  page(
    '/profile/security',
    'security',
    inAccount(async () => (await import('../features/profile/security-page.tsx')).SecurityPage),
  ),
  page(
    '/profile/play',
    'play',
    inAccount(async () => (await import('../features/play/play-page.tsx')).PlayPage),
  ),
  page('/profile/data', 'data', loadData),
  // Where the tokens were before, which programs' authors know.
  page('/profile/tokens', 'data', loadData),
  page(
    '/profile/notices',
    'notices',
    inAccount(async () => (await import('../features/notices/notices-page.tsx')).NoticesPage),
  ),
  page(
    '/limits',
    'limits',
    inAccount(async () => (await import('../features/limits/limits-page.tsx')).LimitsPage),
  ),
  ...['/user', '/user/:userId'].map((path) =>
    page(path, 'user', async () => (await import('../features/profile/user-page.tsx')).UserPage),
  ),
];

/**
 * Paths of one page each; which pages `/blog/:id` leads to is known to the caller that has the posts. A mailed link's
 * page is named by its path and its token, `/newsletter?confirm`: its text differs from the start. An unlisted page
 * with a name in its address is one page for all of them.
 */
export const publicPaths: readonly string[] = publicPages
  .filter(({ path, handle }) => !path.includes(':') || handle.unlisted)
  .flatMap(({ path, handle: { tokens = [] } }) => [path, ...tokens.map((name) => `${path}?${name}`)]);
export const guardedPaths: readonly string[] = guardedPages.map(({ path }) => path);

/** What the service worker shows without a connection: a page of its own, which the application never hydrates. */
const offlinePage = page(
  '/offline',
  'offline',
  async () => (await import('../features/offline/offline-page.tsx')).OfflinePage,
  { unlisted: true },
);

/** In a frame of another site: without the frame of this one. */
const embedPage = page(
  '/embed/:game/:id',
  'round',
  withQueries(async () => (await import('../features/rounds/embed-page.tsx')).EmbedPage),
  { unlisted: true, withoutArt: true },
);

const notFoundPage = page('*', 'notFound', async () => (await import('./not-found-page.tsx')).NotFoundPage, {
  unlisted: true,
});

export const routes: readonly Route[] = [
  ...[offlinePage, embedPage].map(({ handle, ...rest }) =>
    withArt({ ...rest, handle: { ...handle, bare: true } }),
  ),
  ...[
    ...publicPages,
    ...guardedPages.map(({ path, handle, load }) => ({
      path,
      handle: { ...handle, guarded: true as const },
      load: withQueries(load),
    })),
    notFoundPage,
  ].map(withArt),
];
