/**
 * Every page that exists. Public ones are prerendered by the build, guarded ones as they are before their data;
 * the build reads both lists from here, so that a new page needs no second entry elsewhere.
 */
import type { ComponentType } from 'react';
import type { Route } from '@fairground/site-kit/router/create-router.ts';
import { gamesWith, watchPath } from '../games/list.ts';
import { loadArt } from '@fairground/site-kit/art/still-art.tsx';
import { loadPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import type { PageHandle } from './page-meta.tsx';
import { withQueries } from './with-queries.tsx';

interface Page {
  path: string;
  handle: PageHandle;
  load: () => Promise<ComponentType>;
}

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
  {
    path: '/',
    handle: { title: 'title.home', description: 'description.home' },
    load: async () => (await import('../features/home/home-page.tsx')).HomePage,
  },
  {
    path: '/login',
    handle: { title: 'title.login', description: 'description.login' },
    load: async () => (await import('../features/auth/login-page.tsx')).LoginPage,
  },
  {
    path: '/register',
    handle: { title: 'title.register', description: 'description.register' },
    load: async () => (await import('../features/auth/register-page.tsx')).RegisterPage,
  },
  {
    path: '/forgot-password',
    handle: { title: 'title.forgot', description: 'description.forgot' },
    load: async () => (await import('../features/auth/forgot-password-page.tsx')).ForgotPasswordPage,
  },
  {
    path: '/reset-password',
    handle: { title: 'title.reset', description: 'description.reset', tokens: ['token'] },
    load: async () => (await import('../features/auth/reset-password-page.tsx')).ResetPasswordPage,
  },
  {
    path: '/fairness',
    handle: { title: 'title.fairness', description: 'description.fairness', withoutArt: true },
    load: async () => (await import('../features/fairness/fairness-page.tsx')).FairnessPage,
  },
  {
    path: '/fairness/monitor',
    handle: {
      title: 'title.monitor',
      description: 'description.monitor',
      withoutArt: true,
      needsApplication: true,
    },
    load: async () => (await import('../features/monitor/monitor-page.tsx')).MonitorPage,
  },
  {
    path: '/rounds/:game/:id',
    handle: { title: 'title.round', description: 'description.round' },
    load: withQueries(async () => (await import('../features/rounds/round-page.tsx')).RoundPage),
  },
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
  {
    path: '/how-to-play',
    handle: { title: 'title.guide', description: 'description.guide' },
    load: async () => (await import('../features/how-to-play/how-to-play-page.tsx')).HowToPlayPage,
  },
  {
    path: '/lab',
    handle: { title: 'title.lab', description: 'description.lab' },
    load: withQueries(async () => (await import('../features/lab/lab-page.tsx')).LabPage),
  },
  {
    path: '/about-us',
    handle: { title: 'title.about', description: 'description.about' },
    load: async () => (await import('../features/about/about-page.tsx')).AboutPage,
  },
  {
    path: '/privacy-policy',
    handle: { title: 'title.privacy', description: 'description.privacy' },
    load: async () => (await import('../features/policies/privacy-page.tsx')).PrivacyPage,
  },
  {
    path: '/terms-of-service',
    handle: { title: 'title.terms', description: 'description.terms' },
    load: async () => (await import('../features/policies/terms-page.tsx')).TermsPage,
  },
  {
    path: '/blog',
    handle: { title: 'title.blog', description: 'description.blog' },
    load: async () => (await import('../features/blog/blog-page.tsx')).BlogPage,
  },
  {
    path: '/blog/:id',
    handle: { title: 'title.post', description: 'description.blog' },
    load: async () => (await import('../features/blog/post-page.tsx')).PostPage,
  },
  {
    path: '/faq',
    handle: { title: 'title.faq', description: 'description.faq' },
    load: async () => (await import('../features/faq/faq-page.tsx')).FaqPage,
  },
  {
    path: '/contact-us',
    handle: { title: 'title.contact', description: 'description.contact' },
    load: async () => (await import('../features/contact/contact-page.tsx')).ContactPage,
  },
  {
    path: '/developers',
    handle: { title: 'title.developers', description: 'description.developers' },
    load: async () => (await import('../features/developers/developers-page.tsx')).DevelopersPage,
  },
  {
    path: '/newsletter',
    handle: {
      title: 'title.newsletter',
      description: 'description.newsletter',
      unlisted: true,
      tokens: ['confirm', 'unsubscribe'],
    },
    load: async () => (await import('../features/newsletter/newsletter-page.tsx')).NewsletterPage,
  },
  {
    path: '/confirm-email',
    handle: {
      title: 'title.confirmEmail',
      description: 'description.confirmEmail',
      unlisted: true,
      tokens: ['token'],
    },
    load: async () => (await import('../features/newsletter/confirm-email-page.tsx')).ConfirmEmailPage,
  },
  {
    path: '/notices',
    handle: {
      title: 'title.notices',
      description: 'description.notices',
      unlisted: true,
      tokens: ['unsubscribe'],
    },
    load: async () => (await import('../features/newsletter/stop-notices-page.tsx')).StopNoticesPage,
  },
  {
    path: '/confirm-new-email',
    handle: {
      title: 'title.confirmEmail',
      description: 'description.confirmEmail',
      unlisted: true,
      tokens: ['token'],
    },
    load: async () => (await import('../features/newsletter/confirm-new-email-page.tsx')).ConfirmNewEmailPage,
  },
];

const guardedPages: Page[] = [
  {
    path: '/games',
    handle: { title: 'title.games', description: 'description.games', guarded: true },
    load: async () => (await import('../features/games/games-page.tsx')).GamesPage,
  },
  ...gamesWith('page').map(({ page }): Page => ({
    path: page.path,
    // Games have scenes of their own.
    handle: { title: page.title, description: page.description, guarded: true, withoutArt: true },
    load: page.load,
  })),
  {
    path: '/leaderboard',
    handle: { title: 'title.leaderboard', description: 'description.leaderboard', guarded: true },
    load: async () => (await import('../features/leaderboard/leaderboard-page.tsx')).LeaderboardPage,
  },
  {
    path: '/seasons',
    handle: { title: 'title.seasons', description: 'description.seasons', guarded: true },
    load: async () => (await import('../features/seasons/seasons-page.tsx')).SeasonsPage,
  },
  {
    path: '/seasons/:month',
    handle: { title: 'title.seasons', description: 'description.seasons', guarded: true },
    load: async () => (await import('../features/seasons/season-page.tsx')).SeasonPage,
  },
  {
    path: '/achievements',
    handle: { title: 'title.achievements', description: 'description.achievements', guarded: true },
    load: async () => (await import('../features/achievements/achievements-page.tsx')).AchievementsPage,
  },
  {
    path: '/profile',
    handle: {
      title: 'title.profile',
      description: 'description.profile',
      guarded: true,
      checking: 'profile.loading',
    },
    load: inAccount(async () => (await import('../features/profile/profile-page.tsx')).ProfilePage),
  },
  {
    path: '/profile/security',
    handle: { title: 'title.security', description: 'description.security', guarded: true },
    load: inAccount(async () => (await import('../features/profile/security-page.tsx')).SecurityPage),
  },
  {
    path: '/profile/play',
    handle: { title: 'title.play', description: 'description.play', guarded: true },
    load: inAccount(async () => (await import('../features/play/play-page.tsx')).PlayPage),
  },
  {
    path: '/profile/data',
    handle: { title: 'title.data', description: 'description.data', guarded: true },
    load: loadData,
  },
  {
    // Where the tokens were before, which programs' authors know.
    path: '/profile/tokens',
    handle: { title: 'title.data', description: 'description.data', guarded: true },
    load: loadData,
  },
  {
    path: '/profile/notices',
    handle: { title: 'title.notices', description: 'description.notices', guarded: true },
    load: inAccount(async () => (await import('../features/notices/notices-page.tsx')).NoticesPage),
  },
  {
    path: '/limits',
    handle: { title: 'title.limits', description: 'description.limits', guarded: true },
    load: inAccount(async () => (await import('../features/limits/limits-page.tsx')).LimitsPage),
  },
  ...['/user', '/user/:userId'].map((path): Page => ({
    path,
    handle: { title: 'title.user', description: 'description.user', guarded: true },
    load: async () => (await import('../features/profile/user-page.tsx')).UserPage,
  })),
];

/**
 * Those of one page each; which pages `/blog/:id` leads to is known to the caller that has the posts. A mailed link's page is
 * named by its path and its token, `/newsletter?confirm`: its text differs from the start.
 */
export const publicPaths: readonly string[] = publicPages
  .flatMap(({ path, handle: { tokens = [] } }) => [path, ...tokens.map((name) => `${path}?${name}`)])
  .filter((path) => !path.includes(':'));
export const guardedPaths: readonly string[] = guardedPages.map(({ path }) => path);

/** What the service worker shows without a connection: a page of its own, which the application never hydrates. */
const offlinePage: Page = {
  path: '/offline',
  handle: { title: 'title.offline', description: 'description.offline', unlisted: true },
  load: async () => (await import('../features/offline/offline-page.tsx')).OfflinePage,
};

/** In a frame of another site: without the frame of this one. */
const embedPage: Page = {
  path: '/embed/:game/:id',
  handle: { title: 'title.round', description: 'description.round', unlisted: true, withoutArt: true },
  load: withQueries(async () => (await import('../features/rounds/embed-page.tsx')).EmbedPage),
};

const notFoundPage: Page = {
  path: '*',
  handle: { title: 'title.notFound', description: 'description.notFound', unlisted: true },
  load: async () => (await import('./not-found-page.tsx')).NotFoundPage,
};

export const routes: readonly Route[] = [
  ...[offlinePage, embedPage].map(({ handle, ...page }) =>
    withArt({ ...page, handle: { ...handle, bare: true } }),
  ),
  ...[
    ...publicPages,
    ...guardedPages.map(({ load, ...page }) => ({ ...page, load: withQueries(load) })),
    notFoundPage,
  ].map(withArt),
];
