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
  '/': { kilobytes: 109.9, requests: 11 },
  '/how-to-play': { kilobytes: 122.3, requests: 17 },
  '/about-us': { kilobytes: 112.8, requests: 15 },
  '/faq': { kilobytes: 123.6, requests: 14 },
  '/lab': { kilobytes: 142.9, requests: 17 },
  '/blog': { kilobytes: 124.8, requests: 15 },
  '/blog/what-each-bet-gives-back': { kilobytes: 121.5, requests: 15 },
  '/contact-us': { kilobytes: 106.0, requests: 9 },
  '/fairness': { kilobytes: 120.2, requests: 12 },
  '/privacy-policy': { kilobytes: 104.9, requests: 10 },
  '/terms-of-service': { kilobytes: 104.9, requests: 10 },
  '/login': { kilobytes: 107.1, requests: 10 },
  '/register': { kilobytes: 108.7, requests: 11 },
  '/forgot-password': { kilobytes: 106.3, requests: 10 },
  '/reset-password': { kilobytes: 106.4, requests: 10 },
  '/developers': { kilobytes: 103.5, requests: 10 },
  '/newsletter': { kilobytes: 108.1, requests: 12 },
  '/confirm-email': { kilobytes: 103.4, requests: 10 },
  '/confirm-new-email': { kilobytes: 107.8, requests: 12 },
  '/notices': { kilobytes: 103.7, requests: 12 },
};

/** Of pages that only players see. */
export const playerBudgets: Budgets = {
  '/games': { kilobytes: 138.0, requests: 15 },
  '/games/aviator': { kilobytes: 156.7, requests: 17 },
  '/games/minefield': { kilobytes: 158.3, requests: 19 },
  '/games/double-trouble': { kilobytes: 149.4, requests: 15 },
  '/games/play-lottery': { kilobytes: 152.8, requests: 15 },
  '/games/high-striker': { kilobytes: 146.4, requests: 17 },
  '/leaderboard': { kilobytes: 134.9, requests: 12 },
  '/profile': { kilobytes: 161.3, requests: 17 },
  '/profile/play': { kilobytes: 157.6, requests: 17 },
  '/profile/tokens': { kilobytes: 135.9, requests: 18 },
  '/limits': { kilobytes: 136.5, requests: 13 },
  '/user': { kilobytes: 140.0, requests: 15 },
  '/seasons': { kilobytes: 131.8, requests: 12 },
  '/achievements': { kilobytes: 138.3, requests: 15 },
  '/profile/notices': { kilobytes: 139.6, requests: 15 },
};
