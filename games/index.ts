/** The games of the site: each name is a folder next to this file, and the order is that of the home page. */
export const gameFolders = [
  'lottery',
  'double-trouble',
  'aviator',
  'minefield',
  'high-striker',
  'wheel',
  'ring-toss',
] as const;
