/** The board of winners, and one's own place on it. */
import * as z from 'zod/mini';
import { coins, id } from './primitives.ts';

export const boardWindows = ['today', 'week', 'all'] as const;
export type BoardWindow = (typeof boardWindows)[number];

const boardWindow = z._default(z.enum(boardWindows), 'all');

/** A whole number in a query string. */
const limit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10);

/** GET /user/leaderboard */
export const leaderboardQuery = z.object({ limit, window: boardWindow });

export const leaderboardAnswer = z.array(
  z.object({
    id,
    avatar: z.nullable(z.string()),
    username: z.string(),
    todaysBids: coins,
    /** Payout minus stake over bets that paid more than their stake, in the window. */
    totalWon: coins,
  }),
);

/** Ranks up to this one are counted on each request; those beyond may be some minutes old. */
export const livePlaces = 5_000;

/** GET /user/rank */
export const rankQuery = z.object({ window: boardWindow });
/** `rank` is null for a guest, who is on no board. */
export const rankAnswer = z.object({ rank: z.nullable(z.number()), todaysBids: coins, totalWon: coins });

export type LeaderboardEntry = z.infer<typeof leaderboardAnswer>[number];
export type Rank = z.infer<typeof rankAnswer>;
