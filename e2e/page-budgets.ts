/**
 * What a page may load until it is used: kilobytes of script as sent (brotli), and files of script and style. It is what
 * `npm run bench -- pages` measured when these were set, and 2 % of the bytes. Lower them where a page becomes lighter.
 */
export interface PageBudget {
  kilobytes: number;
  requests: number;
}

type Budgets = Record<string, PageBudget>;

export const publicBudgets: Budgets = {
  '/': { kilobytes: 103.2, requests: 11 },
  '/how-to-play': { kilobytes: 114.5, requests: 17 },
  '/about-us': { kilobytes: 105.1, requests: 15 },
  '/faq': { kilobytes: 118.3, requests: 14 },
  '/lab': { kilobytes: 136.0, requests: 17 },
  '/blog': { kilobytes: 117.7, requests: 15 },
  '/blog/what-each-bet-gives-back': { kilobytes: 115.2, requests: 15 },
  '/contact-us': { kilobytes: 99.9, requests: 9 },
  '/fairness': { kilobytes: 114.1, requests: 12 },
  '/privacy-policy': { kilobytes: 99.5, requests: 10 },
  '/terms-of-service': { kilobytes: 99.5, requests: 10 },
  '/login': { kilobytes: 100.9, requests: 10 },
  '/register': { kilobytes: 102.4, requests: 11 },
  '/forgot-password': { kilobytes: 100.4, requests: 10 },
  '/reset-password': { kilobytes: 100.5, requests: 10 },
  '/developers': { kilobytes: 97.9, requests: 10 },
  '/newsletter': { kilobytes: 101.2, requests: 12 },
  '/confirm-email': { kilobytes: 97.7, requests: 10 },
  '/confirm-new-email': { kilobytes: 101.3, requests: 12 },
  '/notices': { kilobytes: 98.0, requests: 12 },
};

/** Of pages that only players see. */
export const playerBudgets: Budgets = {
  '/games': { kilobytes: 129.8, requests: 15 },
  '/games/aviator': { kilobytes: 143.8, requests: 17 },
  '/games/minefield': { kilobytes: 145.9, requests: 19 },
  '/games/double-trouble': { kilobytes: 137.5, requests: 15 },
  '/games/play-lottery': { kilobytes: 139.8, requests: 15 },
  '/games/high-striker': { kilobytes: 136.6, requests: 17 },
  '/leaderboard': { kilobytes: 126.4, requests: 12 },
  '/profile': { kilobytes: 149.7, requests: 17 },
  '/profile/play': { kilobytes: 151.2, requests: 17 },
  '/profile/tokens': { kilobytes: 128.1, requests: 18 },
  '/limits': { kilobytes: 128.4, requests: 13 },
  '/user': { kilobytes: 131.3, requests: 15 },
  '/seasons': { kilobytes: 124.8, requests: 12 },
  '/achievements': { kilobytes: 129.7, requests: 15 },
  '/profile/notices': { kilobytes: 132.3, requests: 15 },
};
