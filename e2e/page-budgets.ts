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
  '/': { kilobytes: 150.6, requests: 13 },
  '/how-to-play': { kilobytes: 162.8, requests: 18 },
  '/about-us': { kilobytes: 153.3, requests: 16 },
  '/faq': { kilobytes: 163, requests: 15 },
  '/lab': { kilobytes: 170.2, requests: 17 },
  '/blog': { kilobytes: 152.4, requests: 15 },
  '/blog/what-each-bet-gives-back': { kilobytes: 149.1, requests: 15 },
  '/contact-us': { kilobytes: 133.7, requests: 9 },
  '/fairness': { kilobytes: 145.8, requests: 11 },
  '/privacy-policy': { kilobytes: 133.1, requests: 10 },
  '/terms-of-service': { kilobytes: 133.1, requests: 10 },
  '/login': { kilobytes: 134.7, requests: 12 },
  '/register': { kilobytes: 148.9, requests: 14 },
  '/forgot-password': { kilobytes: 133.8, requests: 10 },
  '/reset-password': { kilobytes: 133.8, requests: 10 },
  '/developers': { kilobytes: 134.0, requests: 10 },
  '/newsletter': { kilobytes: 136.1, requests: 12 },
  '/confirm-email': { kilobytes: 131.8, requests: 10 },
  '/confirm-new-email': { kilobytes: 135.7, requests: 12 },
  '/notices': { kilobytes: 132.8, requests: 12 },
};

/** Of pages that only players see. */
export const playerBudgets: Budgets = {
  '/games': { kilobytes: 165.1, requests: 15 },
  '/games/aviator': { kilobytes: 192.5, requests: 19 },
  '/games/minefield': { kilobytes: 187.3, requests: 19 },
  '/games/double-trouble': { kilobytes: 185.4, requests: 17 },
  '/games/play-lottery': { kilobytes: 188.6, requests: 17 },
  '/games/high-striker': { kilobytes: 181.5, requests: 18 },
  '/leaderboard': { kilobytes: 161.5, requests: 12 },
  '/profile': { kilobytes: 187.7, requests: 17 },
  '/profile/play': { kilobytes: 184.5, requests: 17 },
  '/profile/tokens': { kilobytes: 183.0, requests: 18 },
  '/limits': { kilobytes: 163, requests: 13 },
  '/user': { kilobytes: 165.7, requests: 15 },
  '/seasons': { kilobytes: 160.0, requests: 12 },
  '/achievements': { kilobytes: 166.5, requests: 15 },
  '/profile/notices': { kilobytes: 170.0, requests: 15 },
};
