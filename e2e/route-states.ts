/**
 * The loading, empty and failed states of routes: how a test causes each, and its texts. Failures that have their
 * own list are in `error-texts.ts` too.
 */
import type { Page, Route as Call } from '@playwright/test';
import type { Text } from '../games/test/sweeps.ts';
import { blogPost } from './route-texts.ts';

export interface State {
  name: string;
  path: string;
  /** Prepared before the page is opened. */
  bring?: (page: Page) => Promise<unknown>;
  texts: readonly Text[];
  values?: Record<string, string>;
  /** The page is opened by its link in the footer, where nothing of it is prerendered. */
  fromFooter?: 'nav.blog';
}

const never = (): Promise<void> => new Promise(() => undefined);
const nothing = (call: Call) => call.fulfill({ json: [] });
/** A response without a message that is not retried. */
const failWithoutMessage = (call: Call) => call.fulfill({ status: 400, body: '' });
const noLiveServer = (page: Page) => page.routeWebSocket(/\/ws$/, () => undefined);

const leaderboard = /\/api\/user\/leaderboard/;
const profile = /\/api\/user\/profile\//;
const posts = /\/api\/blog\?/;
/** In any language. */
const post = new RegExp(`/api/blog/${blogPost}(\\?|$)`);

export const visitorStates: readonly State[] = [
  {
    name: 'the list waits',
    path: '/blog',
    fromFooter: 'nav.blog',
    bring: (page) => page.route(posts, never),
    texts: [['ui.loading', 'Loading...']],
  },
  {
    name: 'the list fails',
    path: '/blog',
    fromFooter: 'nav.blog',
    bring: (page) => page.route(posts, failWithoutMessage),
    texts: [
      ['blog.listFailed', 'Error loading blog posts: {error}'],
      ['ui.retry', 'Retry'],
    ],
  },
  {
    name: 'there is no such post',
    path: '/blog/no-such-post',
    texts: [
      ['blog.postFailed', 'Error loading blog post: {error}'],
      ['ui.retry', 'Retry'],
      ['blog.back', 'Back to Blog'],
    ],
  },
  {
    name: 'the post fails',
    path: `/blog/${blogPost}`,
    bring: (page) => page.route(post, failWithoutMessage),
    texts: [
      ['blog.postFailed', 'Error loading blog post: {error}'],
      ['ui.retry', 'Retry'],
      ['blog.back', 'Back to Blog'],
    ],
  },
];

export const playerStates: readonly State[] = [
  {
    name: 'the session is loading',
    path: '/profile',
    bring: (page) => page.route('**/api/user/me', never),
    texts: [['profile.loading', 'Loading profile...']],
  },
  {
    name: 'the board waits',
    path: '/leaderboard',
    bring: (page) => page.route(leaderboard, never),
    texts: [['ui.loading', 'Loading...']],
  },
  {
    name: 'the board is empty',
    path: '/leaderboard',
    bring: (page) => page.route(leaderboard, nothing),
    texts: [
      ['leaderboard.empty', 'No players found'],
      ['board.firstText', 'Play a round: the first to win leads the board.'],
    ],
  },
  {
    name: 'the board fails',
    path: '/leaderboard',
    bring: (page) => page.route(leaderboard, failWithoutMessage),
    texts: [['leaderboard.failed', 'Failed to load leaderboard']],
  },
  {
    name: 'the clubs fail',
    path: '/clubs',
    bring: (page) => page.route(/\/api\/clubs$/, failWithoutMessage),
    texts: [['ui.retry', 'Retry']],
  },
  {
    name: 'there is no such club',
    path: '/clubs/0',
    texts: [
      ['clubs.missing', 'No such club'],
      ['clubs.all', 'My clubs'],
    ],
  },
  {
    name: 'the months fail',
    path: '/seasons',
    bring: (page) => page.route(/\/api\/seasons$/, failWithoutMessage),
    texts: [['ui.retry', 'Retry']],
  },
  {
    name: 'there is no such month',
    path: '/seasons/2020-01',
    texts: [
      ['seasons.missing', 'No such month'],
      ['seasons.all', 'All months'],
    ],
  },
  {
    name: 'the card and the badges fail',
    path: '/achievements',
    bring: (page) => page.route(/\/api\/user\/(card|achievements)$/, failWithoutMessage),
    texts: [['ui.retry', 'Retry']],
  },
  {
    name: 'no name is given',
    path: '/user',
    texts: [['profile.noUsername', 'No username provided']],
  },
  {
    name: 'there is no such player',
    path: '/user/nobody_here',
    texts: [
      ['profile.notFound', 'User not found'],
      ['profile.notFoundText', 'The user {name} does not exist.'],
    ],
    values: { name: 'nobody_here' },
  },
  {
    name: 'the player waits',
    path: '/user/nobody_here',
    bring: (page) => page.route(profile, never),
    texts: [['profile.loading', 'Loading profile...']],
  },
  {
    name: 'the player fails',
    path: '/user/nobody_here',
    bring: (page) => page.route(profile, failWithoutMessage),
    texts: [['profile.failed', 'Error fetching user profile']],
  },
  {
    name: 'nothing was flown',
    path: '/games/aviator',
    // Without live messages no crash can slip in between.
    bring: async (page) => {
      await noLiveServer(page);
      await page.route('**/api/aviator/globalHistory', nothing);
    },
    texts: [
      ['aviator.noCrashes', 'No Global History'],
      ['aviator.noBets', 'No Bets Found'],
    ],
  },
  {
    name: 'a round is about to start',
    path: '/games/aviator',
    bring: noLiveServer,
    texts: [['aviator.nextRound', 'Next round starts in...']],
  },
];
