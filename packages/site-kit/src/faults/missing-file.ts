/** A file of the page that did not arrive: the connection was lost, or the site has a new version without this file. */

/**
 * Browsers have no code for it: Chromium, Firefox and Safari each have their words, and Vite its own for
 * style sheets.
 */
const words =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|Loading module from/;

export const isMissingFile = (error: unknown): boolean => error instanceof Error && words.test(error.message);
