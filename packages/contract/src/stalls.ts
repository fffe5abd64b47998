/** What the stalls of the fair show from outside: a live topic of the site for pages that list games. */
import * as z from 'zod/mini';
import { coins, id, multiplier } from './primitives.ts';

export const stallsTopic = 'stalls';

/** A large win paid this many times its stake, or more. */
export const largeMultiplier = 10;
export const listedLargeWins = 6;

const stallSchema = z.object({
  /** The game's own, made of what it pushes to everybody. */
  shows: z.optional(z.record(z.string(), z.unknown())),
  /**
   * Players and visitors who follow the game, on the whole site; exact below 100, from there rounded down to two
   * digits.
   * Absent where nobody does, and where the game has no topic, so that it is not known.
   */
  here: z.optional(z.number()),
});

const largeWin = z.object({
  /** By its wire id. */
  game: z.string(),
  /** The id of its round, game or draw, which is over: its page is /rounds/{game}/{round}. */
  round: id,
  multiplier,
  /** What it paid, stake included. */
  amountWon: coins,
});

/** stalls_response: once a second at most, where something has changed, and to a new subscriber. */
export const stallsData = z.object({
  /** By the game's wire id. */
  stalls: z.record(z.string(), stallSchema),
  /** Large wins of people, one of each round, newest first, within ten seconds; absent without any. */
  wins: z.optional(z.array(largeWin)),
});

export type Stall = z.infer<typeof stallSchema>;
export type LargeWin = z.infer<typeof largeWin>;
export type Stalls = z.infer<typeof stallsData>;
