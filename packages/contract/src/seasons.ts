/** Seasons: each month of the site's zone has a board, whose first hundred are stored when it is over. */
import * as z from 'zod/mini';
import { coins, id, instant } from './primitives.ts';

/** YYYY-MM */
export const seasonMonth = z
  .string()
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-11.'));

export const maxSeasonPlaces = 100;

const seasonPlace = z.object({
  place: z.number(),
  /** Null, like name and picture, where the account was closed. */
  id: z.nullable(id),
  username: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  /** Payout minus stake over bets of the month that paid more than their stake. */
  totalWon: coins,
});

/** GET /seasons: the running month, and those that are over, newest first. */
export const seasonsAnswer = z.object({
  current: z.object({ month: seasonMonth, endsAt: instant }),
  ended: z.array(z.object({ month: seasonMonth, winners: z.number(), first: z.nullable(seasonPlace) })),
});

export const seasonParams = z.object({ month: seasonMonth });

/** GET /seasons/{month}: up to a hundred places; of the running month as they are now. */
export const seasonAnswer = z.object({
  month: seasonMonth,
  isOver: z.boolean(),
  places: z.array(seasonPlace),
});

export type SeasonPlace = z.infer<typeof seasonPlace>;
export type Seasons = z.infer<typeof seasonsAnswer>;
export type Season = z.infer<typeof seasonAnswer>;
