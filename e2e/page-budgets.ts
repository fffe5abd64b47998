/**
 * What a page may load until it is used: kilobytes of script as sent (brotli), and files of script and style. It is
 * what `npm run bench -- pages` measured when these were set, and 1 % of the bytes. What pages gained last was 13.6
 * KB, when React was no longer cut (docs/performance.md). Lower them where a page becomes lighter.
 */
import type { PageBudget } from '../apps/web/build/page-weight.ts';
import { gamePages, watchPages } from '../games/test/sweeps.ts';

type Budgets = Record<string, PageBudget>;

export const publicBudgets: Budgets = {
  '/': { kilobytes: 93.6, requests: 11 },
  '/how-to-play': { kilobytes: 98.8, requests: 16 },
  '/about-us': { kilobytes: 96.6, requests: 15 },
  '/faq': { kilobytes: 98.8, requests: 13 },
  '/lab': { kilobytes: 136.1, requests: 17 },
  '/blog': { kilobytes: 95, requests: 13 },
  '/blog/what-each-bet-gives-back': { kilobytes: 91.3, requests: 13 },
  '/contact-us': { kilobytes: 89.6, requests: 9 },
  '/fairness': { kilobytes: 96.4, requests: 10 },
  '/fairness/monitor': { kilobytes: 95.2, requests: 11 },
  ...Object.fromEntries(watchPages.map(({ path, budget }) => [path, budget])),
  '/privacy-policy': { kilobytes: 89.1, requests: 10 },
  '/terms-of-service': { kilobytes: 89.1, requests: 10 },
  '/login': { kilobytes: 91.1, requests: 10 },
  '/register': { kilobytes: 92.9, requests: 11 },
  '/forgot-password': { kilobytes: 90.2, requests: 10 },
  '/reset-password': { kilobytes: 90.2, requests: 10 },
  '/developers': { kilobytes: 87.2, requests: 10 },
  '/newsletter': { kilobytes: 91.5, requests: 11 },
  '/confirm-email': { kilobytes: 87.7, requests: 9 },
  '/confirm-new-email': { kilobytes: 91, requests: 11 },
  '/notices': { kilobytes: 87.9, requests: 10 },
};

/** Budgets of pages that only players see. */
export const playerBudgets: Budgets = {
  '/games': { kilobytes: 125.1, requests: 13 },
  ...Object.fromEntries(gamePages.map(({ path, budget }) => [path, budget])),
  '/leaderboard': { kilobytes: 121.5, requests: 10 },
  '/profile': { kilobytes: 130.2, requests: 16 },
  '/profile/play': { kilobytes: 146.9, requests: 17 },
  '/profile/security': { kilobytes: 136.1, requests: 20 },
  '/profile/data': { kilobytes: 126.5, requests: 17 },
  '/limits': { kilobytes: 124, requests: 12 },
  '/user': { kilobytes: 126.6, requests: 15 },
  '/seasons': { kilobytes: 119.2, requests: 11 },
  '/achievements': { kilobytes: 124.5, requests: 13 },
  '/profile/notices': { kilobytes: 122, requests: 14 },
};

/** Where the budget of a page stands. */
export const fileOfBudget = (path: string): string => {
  const game = [...gamePages, ...watchPages].find((each) => each.path === path);
  return game ? `games/${game.folder}/test/sweep.ts` : 'e2e/page-budgets.ts';
};
