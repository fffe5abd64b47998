/**
 * What a page may load until it is used: kilobytes of script as sent (brotli), and files of script and style. It is what
 * `npm run bench -- pages` measured when these were set, and 1 % of the bytes, or the aim where a page is just below it: 80 KB for
 * public pages, 120 for those of players. Lower them where a page becomes lighter.
 */
import { gamePages, watchPages } from '../games/test/sweeps.ts';

export interface PageBudget {
  kilobytes: number;
  requests: number;
}

type Budgets = Record<string, PageBudget>;

export const publicBudgets: Budgets = {
  '/': { kilobytes: 78.4, requests: 10 },
  '/how-to-play': { kilobytes: 83.5, requests: 15 },
  '/about-us': { kilobytes: 81.3, requests: 14 },
  '/faq': { kilobytes: 83.5, requests: 12 },
  '/lab': { kilobytes: 120, requests: 16 },
  '/blog': { kilobytes: 79.8, requests: 12 },
  '/blog/what-each-bet-gives-back': { kilobytes: 76.1, requests: 12 },
  '/contact-us': { kilobytes: 74.3, requests: 8 },
  '/fairness': { kilobytes: 81.1, requests: 9 },
  '/fairness/monitor': { kilobytes: 80, requests: 10 },
  ...Object.fromEntries(watchPages.map(({ path, budget }) => [path, budget])),
  '/privacy-policy': { kilobytes: 73.8, requests: 9 },
  '/terms-of-service': { kilobytes: 73.8, requests: 9 },
  '/login': { kilobytes: 75.6, requests: 9 },
  '/register': { kilobytes: 77.7, requests: 10 },
  '/forgot-password': { kilobytes: 74.9, requests: 9 },
  '/reset-password': { kilobytes: 74.9, requests: 9 },
  '/developers': { kilobytes: 71.9, requests: 9 },
  '/newsletter': { kilobytes: 76.3, requests: 10 },
  '/confirm-email': { kilobytes: 72.4, requests: 8 },
  '/confirm-new-email': { kilobytes: 75.8, requests: 10 },
  '/notices': { kilobytes: 72.8, requests: 9 },
};

/** Of pages that only players see. */
export const playerBudgets: Budgets = {
  '/games': { kilobytes: 109.3, requests: 12 },
  ...Object.fromEntries(gamePages.map(({ path, budget }) => [path, budget])),
  '/leaderboard': { kilobytes: 105.7, requests: 9 },
  '/profile': { kilobytes: 114.3, requests: 15 },
  '/profile/play': { kilobytes: 130.6, requests: 16 },
  '/profile/security': { kilobytes: 120, requests: 19 },
  '/profile/data': { kilobytes: 110.6, requests: 16 },
  '/limits': { kilobytes: 108.2, requests: 11 },
  '/user': { kilobytes: 110.7, requests: 14 },
  '/seasons': { kilobytes: 103.5, requests: 10 },
  '/achievements': { kilobytes: 108.7, requests: 12 },
  '/profile/notices': { kilobytes: 106.2, requests: 13 },
};
