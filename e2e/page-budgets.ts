/**
 * What a page may load until it is used: kilobytes of script as sent (brotli), and files of script and style. It is
 * what these pages loaded when these were set, and 1 % of the bytes. What pages gained last was 2.2 KB and one or two
 * files, for names that stay while others change (docs/decisions/090-file-names.md). Lower them where a page becomes
 * lighter.
 */
import type { PageBudget } from '../apps/web/build/page-weight.ts';
import { gamePages, watchPages } from '../games/test/sweeps.ts';

type Budgets = Record<string, PageBudget>;

export const publicBudgets: Budgets = {
  '/': { kilobytes: 95.9, requests: 12 },
  '/how-to-play': { kilobytes: 100.6, requests: 16 },
  '/about-us': { kilobytes: 98.4, requests: 15 },
  '/faq': { kilobytes: 100.6, requests: 14 },
  '/lab': { kilobytes: 137.4, requests: 18 },
  '/blog': { kilobytes: 97.2, requests: 14 },
  '/blog/what-each-bet-gives-back': { kilobytes: 93.6, requests: 14 },
  '/contact-us': { kilobytes: 91.8, requests: 10 },
  '/fairness': { kilobytes: 98.4, requests: 11 },
  '/fairness/monitor': { kilobytes: 97.4, requests: 12 },
  ...Object.fromEntries(watchPages.map(({ path, budget }) => [path, budget])),
  '/privacy-policy': { kilobytes: 91.4, requests: 11 },
  '/terms-of-service': { kilobytes: 91.4, requests: 11 },
  '/login': { kilobytes: 93.3, requests: 11 },
  '/register': { kilobytes: 95.2, requests: 12 },
  '/forgot-password': { kilobytes: 92.3, requests: 11 },
  '/reset-password': { kilobytes: 92.4, requests: 11 },
  '/developers': { kilobytes: 89.4, requests: 11 },
  '/newsletter': { kilobytes: 93.7, requests: 12 },
  '/confirm-email': { kilobytes: 89.8, requests: 10 },
  '/confirm-new-email': { kilobytes: 93.1, requests: 11 },
  '/notices': { kilobytes: 90.1, requests: 10 },
};

/** Budgets of pages that only players see. */
export const playerBudgets: Budgets = {
  '/games': { kilobytes: 126.7, requests: 14 },
  ...Object.fromEntries(gamePages.map(({ path, budget }) => [path, budget])),
  '/leaderboard': { kilobytes: 123.1, requests: 11 },
  '/profile': { kilobytes: 131.8, requests: 18 },
  '/profile/play': { kilobytes: 147.7, requests: 17 },
  '/profile/security': { kilobytes: 137.5, requests: 21 },
  '/profile/data': { kilobytes: 127.7, requests: 17 },
  '/limits': { kilobytes: 125.4, requests: 13 },
  '/user': { kilobytes: 128.2, requests: 17 },
  '/seasons': { kilobytes: 120.9, requests: 12 },
  '/achievements': { kilobytes: 125.9, requests: 14 },
  '/profile/notices': { kilobytes: 123.5, requests: 14 },
};

/** Where the budget of a page stands. */
export const fileOfBudget = (path: string): string => {
  const game = [...gamePages, ...watchPages].find((each) => each.path === path);
  return game ? `games/${game.folder}/test/sweep.ts` : 'e2e/page-budgets.ts';
};
