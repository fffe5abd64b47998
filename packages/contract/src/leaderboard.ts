/** The boards of winners, and one's own place on them. */
import * as z from 'zod/mini';
import { coins, id } from './primitives.ts';

export const boardWindows = ['today', 'week', 'month', 'all'] as const;
export type BoardWindow = (typeof boardWindows)[number];

/** People and bots have separate boards. */
export const boardPlayers = ['people', 'bots'] as const;
export type BoardPlayers = (typeof boardPlayers)[number];

const boardWindow = z._default(z.enum(boardWindows), 'all');
/** A game by its id, as in GET /games/config. Boards of games are of all time. */
const game = z.optional(z.string().check(z.minLength(1), z.maxLength(32)));

/** A whole number in a query string. */
const limit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10);

/** Places that a board lists. Ranks up to this one are exact. */
export const listedPlaces = 1_000;

export const maxBoardOffset = 1_000_000;

/** GET /user/leaderboard */
export const leaderboardQuery = z.object({
  limit,
  window: boardWindow,
  /** The number of places to skip. Beyond the listed places the page is empty. */
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(maxBoardOffset)), 0),
  players: z._default(z.enum(boardPlayers), 'people'),
  game,
});

export const leaderboardAnswer = z.array(
  z.object({
    id,
    avatar: z.nullable(z.string()),
    username: z.string(),
    todaysBids: coins,
    /** Payout minus stake over bets that paid more than their stake, in the window. */
    totalWon: coins,
    /** Is a bot; absent is false. */
    bot: z.optional(z.boolean()),
  }),
);

/** GET /user/rank */
export const rankQuery = z.object({ window: boardWindow, game });

export const rankAnswer = z.object({
  /** Null for a guest, who is on no board, and on the board of a game for a player who won nothing in it. */
  rank: z.nullable(z.number()),
  /**
   * False beyond the listed places: the rank is then that of the last player who won about as much, some minutes ago.
   */
  exact: z.boolean(),
  /** How many players the board has, where a rank is not exact. */
  of: z.optional(z.number()),
  todaysBids: coins,
  totalWon: coins,
  /** The rank is the one among bots; absent is false. */
  bot: z.optional(z.boolean()),
  /** On the board of a game: the rank, which is then null, lies beyond this one, and is not exact. */
  beyond: z.optional(z.number()),
});

export type LeaderboardQuery = z.infer<typeof leaderboardQuery>;
export type LeaderboardEntry = z.infer<typeof leaderboardAnswer>[number];
export type Rank = z.infer<typeof rankAnswer>;
