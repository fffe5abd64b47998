/**
 * What a page may load until it is used: kilobytes of script as sent (brotli), and files of script and style. It is what
 * `npm run bench -- pages` measured when these were set, and 1 % of the bytes, or the aim where a page is just below it: 80 KB for
 * public pages, 120 for those of players. What pages gained last, kept pages that ask again, stakes that
 * stand as typed and dialogs that say when their file does not come, was 1 to 2 % and one file. Lower them where a
 * page becomes lighter.
 */
import { gamePages, watchPages } from '../games/test/sweeps.ts';

export interface PageBudget {
  kilobytes: number;
  requests: number;
}

type Budgets = Record<string, PageBudget>;

export const publicBudgets: Budgets = {
  '/': { kilobytes: 80, requests: 11 },
  '/how-to-play': { kilobytes: 85.2, requests: 16 },
  '/about-us': { kilobytes: 83, requests: 15 },
  '/faq': { kilobytes: 85.2, requests: 13 },
  '/lab': { kilobytes: 122.5, requests: 17 },
  '/blog': { kilobytes: 81.4, requests: 13 },
  '/blog/what-each-bet-gives-back': { kilobytes: 77.7, requests: 13 },
  '/contact-us': { kilobytes: 76, requests: 9 },
  '/fairness': { kilobytes: 82.8, requests: 10 },
  '/fairness/monitor': { kilobytes: 81.6, requests: 11 },
  ...Object.fromEntries(watchPages.map(({ path, budget }) => [path, budget])),
  '/privacy-policy': { kilobytes: 75.5, requests: 10 },
  '/terms-of-service': { kilobytes: 75.5, requests: 10 },
  '/login': { kilobytes: 77.5, requests: 10 },
  '/register': { kilobytes: 79.3, requests: 11 },
  '/forgot-password': { kilobytes: 76.6, requests: 10 },
  '/reset-password': { kilobytes: 76.6, requests: 10 },
  '/developers': { kilobytes: 73.6, requests: 10 },
  '/newsletter': { kilobytes: 77.9, requests: 11 },
  '/confirm-email': { kilobytes: 74.1, requests: 9 },
  '/confirm-new-email': { kilobytes: 77.4, requests: 11 },
  '/notices': { kilobytes: 74.3, requests: 10 },
};

/** Budgets of pages that only players see. */
export const playerBudgets: Budgets = {
  '/games': { kilobytes: 111.5, requests: 13 },
  ...Object.fromEntries(gamePages.map(({ path, budget }) => [path, budget])),
  '/leaderboard': { kilobytes: 107.9, requests: 10 },
  '/profile': { kilobytes: 116.6, requests: 16 },
  '/profile/play': { kilobytes: 133.3, requests: 17 },
  '/profile/security': { kilobytes: 122.5, requests: 20 },
  '/profile/data': { kilobytes: 112.9, requests: 17 },
  '/limits': { kilobytes: 110.4, requests: 12 },
  '/user': { kilobytes: 113, requests: 15 },
  '/seasons': { kilobytes: 105.6, requests: 11 },
  '/achievements': { kilobytes: 110.9, requests: 13 },
  '/profile/notices': { kilobytes: 108.4, requests: 14 },
};
