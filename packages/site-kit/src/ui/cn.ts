/**
 * Joins class names, leaving out what does not apply. A caller's class comes last, and sets what the part leaves open.
 */
export const cn = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
