/** Joins class names, leaving out what does not apply. */
export const classNames = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');

/** On what no toast may cover: primary buttons, the balance, multipliers and countdowns, the cross of a dialog. */
export const clearOfToasts = 'clear-of-toasts';
