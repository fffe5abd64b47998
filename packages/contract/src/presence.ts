/** How many players and visitors are connected: the live topic of the site itself. */
import * as z from 'zod/mini';

export const presenceTopic = 'fair';

/** fairPresence_response: when the number changes, and to a new connection. */
export const presenceData = z.object({
  /** Players and visitors with an open connection; exact below 100, rounded down to two digits from there. */
  connected: z.number(),
});

export type Presence = z.infer<typeof presenceData>;

/** Two digits of a number that nobody counts on: never more than there are. */
export const roundPresence = (connected: number): number => {
  if (connected < 100) return connected;
  const step = 10 ** (Math.floor(Math.log10(connected)) - 1);
  return Math.floor(connected / step) * step;
};
