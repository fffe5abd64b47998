/**
 * `npm run bench -- --short`: every part runs to its end, in two minutes in all, with figures too small to be
 * compared.
 */
export const isShort = process.argv.includes('--short');

/** The size of a run. */
export const sized = <T>(full: T, short: T): T => (isShort ? short : full);
