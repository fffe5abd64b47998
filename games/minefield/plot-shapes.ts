/** The shapes of what lies under a plot, 100 units square: for the page and for pictures. */

/** A lump of glass that sits on (0, 0): its faces and their inks. */
export const gemFaces = [
  ['M-12 -22L0 -30L12 -22L16 -10L8 2H-8L-16 -10Z', '#4fe0b0'],
  ['M0 -30L12 -22L16 -10L3 -12Z', '#2fb98d'],
  ['M3 -12L16 -10L8 2H-2Z', '#1f9773'],
  ['M-12 -22L0 -30L3 -12L-16 -10Z', '#a9f5dc'],
] as const;

/** A scorched star in the ground, from its edge to its middle. */
export const burntStars = {
  edge: 'M50 20L58 36L76 28L70 46L90 50L73 59L82 78L62 71L52 90L44 72L22 80L31 61L11 54L30 46L22 27L42 36Z',
  embers: 'M50 34L55 44L66 40L62 51L73 54L61 60L65 70L54 66L49 76L44 65L33 69L38 58L27 54L39 49L34 39L45 44Z',
  middle: 'M50 45L53 51L60 52L54 57L56 63L50 60L44 63L46 57L40 52L47 51Z',
} as const;

export const soil = 'M8 30Q50 18 92 30V84Q92 92 84 92H16Q8 92 8 84Z';
