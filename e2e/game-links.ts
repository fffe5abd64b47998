/** The links of the Games menu, the same in the header and the drawer. */
export const gameLinks = [
  ['All Games', '/games'],
  ['Lottery', '/games/play-lottery'],
  ['Double Trouble', '/games/double-trouble'],
  ['Aviator', '/games/aviator'],
  ['Minefield', '/games/minefield'],
] as const;
