/**
 * What a page may load until it is used: kilobytes of script as sent (brotli), and files of script and style. It is what
 * `npm run bench -- pages` measured when these were set, and 2 % of the bytes, or the aim where a page is just below it: 90 KB for
 * public pages, 140 for those of players. Lower them where a page becomes lighter.
 */
import { gamePages, watchPages } from '../games/test/sweeps.ts';

export interface PageBudget {
  kilobytes: number;
  requests: number;
}

type Budgets = Record<string, PageBudget>;

export const publicBudgets: Budgets = {
  '/': { kilobytes: 92, requests: 10 },
  '/how-to-play': { kilobytes: 97, requests: 15 },
  '/about-us': { kilobytes: 95, requests: 14 },
  '/faq': { kilobytes: 97.3, requests: 12 },
  '/lab': { kilobytes: 133.2, requests: 17 },
  '/blog': { kilobytes: 94.3, requests: 13 },
  '/blog/what-each-bet-gives-back': { kilobytes: 90, requests: 13 },
  '/contact-us': { kilobytes: 88.7, requests: 8 },
  '/fairness': { kilobytes: 94.2, requests: 11 },
  '/fairness/monitor': { kilobytes: 94.5, requests: 11 },
  ...Object.fromEntries(watchPages.map(({ path, budget }) => [path, budget])),
  '/privacy-policy': { kilobytes: 88.1, requests: 9 },
  '/terms-of-service': { kilobytes: 88.1, requests: 9 },
  '/login': { kilobytes: 89.9, requests: 9 },
  '/register': { kilobytes: 90.8, requests: 10 },
  '/forgot-password': { kilobytes: 89.2, requests: 9 },
  '/reset-password': { kilobytes: 89.2, requests: 9 },
  '/developers': { kilobytes: 86.2, requests: 9 },
  '/newsletter': { kilobytes: 90, requests: 11 },
  '/confirm-email': { kilobytes: 86.7, requests: 9 },
  '/confirm-new-email': { kilobytes: 90, requests: 11 },
  '/notices': { kilobytes: 87.1, requests: 10 },
};

/** Of pages that only players see. */
export const playerBudgets: Budgets = {
  '/games': { kilobytes: 123.5, requests: 12 },
  ...Object.fromEntries(gamePages.map(({ path, budget }) => [path, budget])),
  '/leaderboard': { kilobytes: 119.7, requests: 9 },
  '/profile': { kilobytes: 133.1, requests: 15 },
  '/profile/play': { kilobytes: 144.4, requests: 16 },
  '/profile/security': { kilobytes: 135.4, requests: 19 },
  '/profile/data': { kilobytes: 125.5, requests: 16 },
  '/limits': { kilobytes: 122.1, requests: 11 },
  '/user': { kilobytes: 128, requests: 14 },
  '/seasons': { kilobytes: 118.1, requests: 10 },
  '/achievements': { kilobytes: 122.9, requests: 13 },
  '/profile/notices': { kilobytes: 120.1, requests: 13 },
};
