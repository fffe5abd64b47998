/** Kilobytes of script per public page: what was measured when they were set, and 2 %. */
export const maxScriptKilobytes = {
  '/': 151.7,
  '/login': 133.1,
  '/register': 149.2,
  '/contact-us': 132.8,
  '/newsletter': 135.2,
  '/blog': 148.3,
  '/faq': 164.7,
  '/how-to-play': 166.8,
  '/privacy-policy': 134.1,
} as const satisfies Record<string, number>;
