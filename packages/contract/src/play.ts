/** One's own play: every movement of coins, and sums of them by day and game. */
import * as z from 'zod/mini';
import { coins, instant } from './primitives.ts';

/** A game by its wire id, or where else coins came from. */
const source = z.string().check(z.minLength(1), z.maxLength(32));

export const otherSources = ['signup', 'ad', 'referral', 'card', 'correction'] as const;
export type OtherSource = (typeof otherSources)[number];

const movementKinds = ['stake', 'payout', 'refund', 'bonus', 'correction'] as const;

const movement = z.object({
  at: instant,
  kind: z.enum(movementKinds),
  /** Below zero where the player paid. */
  amount: z.number().check(z.int()),
  balance: z.enum(['coins', 'winnings']),
});

/** Movements that belong together: those of a bet, or a single one. */
export const playEntry = z.object({
  id: z.string(),
  source,
  /** When the first of its movements happened. */
  at: instant,
  movements: z.array(movement),
});

const filters = {
  source: z.optional(source),
  /** Entries from this moment on. */
  from: z.optional(instant),
  /** Entries before this moment. */
  to: z.optional(instant),
};

/** GET /user/play/movements.csv */
export const playFileQuery = z.object(filters);

/** GET /user/play/movements. `cursor` is the `next` of the page before, with the same filters. */
export const playMovementsQuery = z.object({
  ...filters,
  cursor: z.optional(z.string().check(z.maxLength(2_000))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 25),
});

/** Newest first. A page may be shorter than asked for, or empty, although another one follows. */
export const playMovementsAnswer = z.object({
  entries: z.array(playEntry),
  next: z.nullable(z.string()),
});

/**
 * Lower bounds of the ranges in which multipliers are counted. The first range, 0, contains bets that returned
 * nothing.
 */
export const multiplierBounds = [0, 0.01, 1.01, 1.5, 2, 3, 5, 10, 100] as const;

/** GET /user/play/summary */
export const playSummaryQuery = z.object({
  days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(366)), 30),
});

export const playSummaryAnswer = z.object({
  /** Days of the site, YYYY-MM-DD: the first and the last that are covered. */
  from: z.string(),
  to: z.string(),
  /** A day on which coins moved, by source; a bet belongs to the day of its stake. */
  days: z.array(
    z.object({
      day: z.string(),
      source,
      entries: z.number(),
      paid: coins,
      received: coins,
      /** Bets by what came back of their stake, for each of `multiplierBounds`; refunded ones are not counted. */
      multipliers: z.array(z.number()),
    }),
  ),
  /** Where older bets were too many to be counted: the moment from which on the sums are complete. */
  since: z.nullable(instant),
});

/** GET /user/play/away. `since` is when the player was last here, according to their browser. */
export const playAwayQuery = z.object({ since: instant });

/** What was settled without them: bets by game, won and lost alike. Games without any are left out. */
export const playAwayAnswer = z.array(
  z.object({
    source,
    bets: z.number(),
    staked: coins,
    /** Payouts and refunds. */
    received: coins,
  }),
);

export type PlayAway = z.infer<typeof playAwayAnswer>;
export type PlayEntry = z.infer<typeof playEntry>;
export type PlayMovements = z.infer<typeof playMovementsAnswer>;
export type PlaySummary = z.infer<typeof playSummaryAnswer>;
