/** A moment in the player's own zone, with its day. */
const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

export const formatMoment = (at: string): string => format.format(new Date(at));
