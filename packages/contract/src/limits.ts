/** A player's own limits: how much they stake in a day, and a break from playing. */
import * as z from 'zod/mini';
import { coins, instant, maxStakeCoins } from './primitives.ts';

const dailyStake = z.nullable(z.number().check(z.int(), z.gte(0), z.lte(maxStakeCoins)));

/** GET and POST /user/limits */
export const limitsAnswer = z.object({
  /** Coins of one site day; null is no limit. */
  dailyStake: z.nullable(coins),
  /** Null when there is no break now. */
  breakUntil: z.nullable(instant),
  /** A looser limit that counts from `effectiveAt` on. */
  pending: z.nullable(z.object({ dailyStake: z.nullable(coins), effectiveAt: instant })),
});

/** Stricter immediately, looser after 24 hours; a break cannot be shortened. */
export const limitsBody = z.strictObject({
  dailyStake: z.optional(dailyStake),
  breakUntil: z.optional(z.iso.datetime({ offset: true })),
  /** With a break of more than a week; guests have none. */
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
});

export type Limits = z.infer<typeof limitsAnswer>;
export type LimitsBody = z.infer<typeof limitsBody>;
