/** A player's own limits: how much they stake in a day, and a break from playing. */
import * as z from 'zod/mini';
import { coins, instant } from './primitives.ts';

/** GET and POST /user/limits */
export const limitsAnswer = z.object({
  /** Coins of one site day; null is no limit. */
  dailyStake: z.nullable(coins),
  /** Null when there is no break now. */
  breakUntil: z.nullable(instant),
  /** A looser limit that counts from `effectiveAt` on. */
  pending: z.nullable(z.object({ dailyStake: z.nullable(coins), effectiveAt: instant })),
});

export type Limits = z.infer<typeof limitsAnswer>;
