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
  '/': { kilobytes: 96.7, requests: 10 },
  '/how-to-play': { kilobytes: 101.7, requests: 15 },
  '/about-us': { kilobytes: 99.7, requests: 14 },
  '/faq': { kilobytes: 101.8, requests: 12 },
  '/lab': { kilobytes: 139.4, requests: 16 },
  '/blog': { kilobytes: 119.1, requests: 14 },
  '/blog/what-each-bet-gives-back': { kilobytes: 113.8, requests: 13 },
  '/contact-us': { kilobytes: 92.8, requests: 8 },
  '/fairness': { kilobytes: 118.9, requests: 11 },
  '/privacy-policy': { kilobytes: 91.8, requests: 9 },
  '/terms-of-service': { kilobytes: 91.8, requests: 9 },
  '/login': { kilobytes: 94.0, requests: 9 },
  '/register': { kilobytes: 95.6, requests: 10 },
  '/forgot-password': { kilobytes: 93.2, requests: 9 },
  '/reset-password': { kilobytes: 93.3, requests: 9 },
  '/developers': { kilobytes: 90.3, requests: 9 },
  '/newsletter': { kilobytes: 95.2, requests: 11 },
  '/confirm-email': { kilobytes: 90.5, requests: 9 },
  '/confirm-new-email': { kilobytes: 94.9, requests: 11 },
  '/notices': { kilobytes: 90.8, requests: 11 },
};

/** Of pages that only players see. */
export const playerBudgets: Budgets = {
  '/games': { kilobytes: 135.7, requests: 14 },
  '/games/aviator': { kilobytes: 154.1, requests: 15 },
  '/games/minefield': { kilobytes: 144.2, requests: 16 },
  '/games/double-trouble': { kilobytes: 142.8, requests: 13 },
  '/games/play-lottery': { kilobytes: 150.4, requests: 14 },
  '/games/high-striker': { kilobytes: 144.0, requests: 16 },
  '/leaderboard': { kilobytes: 132.7, requests: 11 },
  '/profile': { kilobytes: 156.4, requests: 15 },
  '/profile/play': { kilobytes: 155.3, requests: 16 },
  '/profile/tokens': { kilobytes: 133.6, requests: 17 },
  '/limits': { kilobytes: 134.2, requests: 12 },
  '/user': { kilobytes: 137.7, requests: 14 },
  '/seasons': { kilobytes: 129.5, requests: 11 },
  '/achievements': { kilobytes: 136.0, requests: 14 },
  '/profile/notices': { kilobytes: 137.2, requests: 14 },
};
