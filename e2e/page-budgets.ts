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
  '/': { kilobytes: 92.8, requests: 10 },
  '/how-to-play': { kilobytes: 97.4, requests: 15 },
  '/about-us': { kilobytes: 95.3, requests: 14 },
  '/faq': { kilobytes: 97.5, requests: 12 },
  '/lab': { kilobytes: 133.5, requests: 16 },
  '/blog': { kilobytes: 95.0, requests: 13 },
  '/blog/what-each-bet-gives-back': { kilobytes: 91.1, requests: 13 },
  '/contact-us': { kilobytes: 89.2, requests: 8 },
  '/fairness': { kilobytes: 95.0, requests: 11 },
  '/privacy-policy': { kilobytes: 88.3, requests: 9 },
  '/terms-of-service': { kilobytes: 88.4, requests: 9 },
  '/login': { kilobytes: 90.4, requests: 9 },
  '/register': { kilobytes: 91.9, requests: 10 },
  '/forgot-password': { kilobytes: 89.6, requests: 9 },
  '/reset-password': { kilobytes: 89.7, requests: 9 },
  '/developers': { kilobytes: 86.4, requests: 9 },
  '/newsletter': { kilobytes: 91.3, requests: 11 },
  '/confirm-email': { kilobytes: 87.3, requests: 9 },
  '/confirm-new-email': { kilobytes: 91.0, requests: 11 },
  '/notices': { kilobytes: 87.6, requests: 10 },
};

/** Of pages that only players see. */
export const playerBudgets: Budgets = {
  '/games': { kilobytes: 128.6, requests: 13 },
  '/games/aviator': { kilobytes: 145.2, requests: 15 },
  '/games/minefield': { kilobytes: 135.7, requests: 15 },
  '/games/double-trouble': { kilobytes: 135.3, requests: 13 },
  '/games/play-lottery': { kilobytes: 141.2, requests: 14 },
  '/games/high-striker': { kilobytes: 135.7, requests: 15 },
  '/leaderboard': { kilobytes: 124.7, requests: 10 },
  '/profile': { kilobytes: 148.4, requests: 15 },
  '/profile/play': { kilobytes: 149.3, requests: 16 },
  '/profile/tokens': { kilobytes: 126.6, requests: 13 },
  '/limits': { kilobytes: 127.7, requests: 11 },
  '/user': { kilobytes: 130.1, requests: 13 },
  '/seasons': { kilobytes: 123.1, requests: 11 },
  '/achievements': { kilobytes: 128.0, requests: 14 },
  '/profile/notices': { kilobytes: 125.1, requests: 13 },
};
