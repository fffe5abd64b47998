/**
 * What a page may load until it is used: kilobytes of script as sent (brotli), and files of script and style. It is
 * what these pages loaded when these were set, and 1 % of the bytes. What pages gained last: games up to 0.4 KB, for
 * celebrations and the instant mode; others a file where two pages came to share a part, or 0.1 KB for names of more
 * files. Before that it was 2.2 KB and
 * one or two files, for names that stay while others change (docs/decisions/090-file-names.md). Lower them where a page
 * becomes lighter.
 */
import type { PageBudget } from '../apps/web/build/page-weight.ts';
import { gamePages, watchPages } from '../games/test/sweeps.ts';

type Budgets = Record<string, PageBudget>;

// Buttons that keep the focus while they are off, and texts that are spoken, added 0.2 KB to every page.

export const publicBudgets: Budgets = {
  // What happens at the stalls: 1.8 KB and two files; the newest large wins: 0.4 KB.
  '/': { kilobytes: 98.3, requests: 14 },
  '/how-to-play': { kilobytes: 101.1, requests: 16 },
  '/about-us': { kilobytes: 98.9, requests: 15 },
  '/faq': { kilobytes: 101.1, requests: 14 },
  // With the results of the first preset, and what draws them.
  '/lab': { kilobytes: 150.3, requests: 20 },
  '/blog': { kilobytes: 97.6, requests: 14 },
  '/blog/what-each-bet-gives-back': { kilobytes: 93.9, requests: 14 },
  '/contact-us': { kilobytes: 92.1, requests: 10 },
  '/fairness': { kilobytes: 99, requests: 12 },
  '/fairness/monitor': { kilobytes: 98.2, requests: 12 },
  ...Object.fromEntries(watchPages.map(({ path, budget }) => [path, budget])),
  '/privacy-policy': { kilobytes: 91.6, requests: 11 },
  '/terms-of-service': { kilobytes: 91.6, requests: 11 },
  '/login': { kilobytes: 93.6, requests: 11 },
  '/register': { kilobytes: 95.7, requests: 12 },
  '/forgot-password': { kilobytes: 92.6, requests: 11 },
  '/reset-password': { kilobytes: 92.8, requests: 11 },
  '/developers': { kilobytes: 89.7, requests: 11 },
  '/newsletter': { kilobytes: 94, requests: 12 },
  '/confirm-email': { kilobytes: 90.1, requests: 10 },
  '/confirm-new-email': { kilobytes: 93.4, requests: 11 },
  '/notices': { kilobytes: 90.4, requests: 10 },
};

/** Budgets of pages that only players see. */
export const playerBudgets: Budgets = {
  // What happens at the stalls, which home shows too: 2.6 KB and three files.
  '/games': { kilobytes: 131, requests: 17 },
  ...Object.fromEntries(gamePages.map(({ path, budget }) => [path, budget])),
  // The crowns are shared with the boards of clubs: a file.
  '/leaderboard': { kilobytes: 124.4, requests: 13 },
  '/profile': { kilobytes: 133, requests: 19 },
  '/profile/play': { kilobytes: 149.2, requests: 18 },
  // The texts of the pinned round came to those of the account.
  '/profile/security': { kilobytes: 138.4, requests: 21 },
  '/profile/data': { kilobytes: 128.6, requests: 17 },
  '/limits': { kilobytes: 126.2, requests: 13 },
  // What a profile is read by is shared with the page of a round, where players pin it: a file.
  '/user': { kilobytes: 129.2, requests: 18 },
  '/seasons': { kilobytes: 123, requests: 13 },
  '/achievements': { kilobytes: 126.7, requests: 14 },
  // Pages of clubs share the calls of its choices, which are a file of their own since.
  '/profile/notices': { kilobytes: 124.3, requests: 15 },
  '/clubs': { kilobytes: 129.8, requests: 20 },
};

/** Where the budget of a page stands. */
export const fileOfBudget = (path: string): string => {
  const game = [...gamePages, ...watchPages].find((each) => each.path === path);
  return game ? `games/${game.folder}/test/sweep.ts` : 'e2e/page-budgets.ts';
};
