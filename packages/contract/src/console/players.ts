/** The console's pages of players, and what a second member of the staff approves. */
import * as z from 'zod/mini';
import { instant } from '../primitives.ts';
import { logAnswer } from './staff.ts';

const id = z.string().check(z.regex(/^\d{1,18}$/));
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));

export const idParams = z.object({ id });

/** GET /console/players?text=: a part of the name or the address, or the complete id. */
export const playersQuery = z.strictObject({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
});
export const playersAnswer = z.object({
  players: z.array(
    z.object({
      id,
      username: z.string(),
      /** Null for a guest. */
      email: z.nullable(z.string()),
      createdAt: instant,
      coins: z.number(),
      winnings: z.number(),
      sessions: z.number(),
      isSuspended: z.boolean(),
      isClosed: z.boolean(),
    }),
  ),
  /** Whether there are more than are listed. */
  more: z.boolean(),
});

/** Rows as they are stored, by column. */
const storedRows = z.array(z.record(z.string(), z.unknown()));

/** GET /console/players/{id}: one player's complete story, the newest of each list first. */
export const playerAnswer = z.object({
  player: z.object({
    id,
    username: z.string(),
    email: z.nullable(z.string()),
    createdAt: instant,
    isConfirmed: z.boolean(),
    hasSecondFactor: z.boolean(),
    isClosed: z.boolean(),
    coins: z.number(),
    winnings: z.number(),
    stakedToday: z.number(),
    totalWon: z.number(),
    dailyStakeLimit: z.nullable(z.number()),
    breakUntil: z.nullable(instant),
    invitedBy: z.nullable(z.string()),
    suspension: z.nullable(
      z.object({ since: instant, until: z.nullable(instant), reason: z.nullable(z.string()) }),
    ),
  }),
  /** By name: bets of each game, movements of coins, sessions, breaks, corrections and so on. */
  lists: z.array(z.object({ name: z.string(), rows: storedRows })),
  /** What the staff and the operator did to the player. */
  acts: logAnswer.shape.entries,
});

/** POST /console/players/{id}/suspend */
export const suspendBody = z.strictObject({ reason, until: z.nullable(instant) });

/** POST /console/players/{id}/correct. `key` is made by the page, once for each correction. */
export const correctBody = z.strictObject({
  amount: z.number().check(
    z.int(),
    z.gte(-1_000_000_000_000),
    z.lte(1_000_000_000_000),
    z.refine((amount) => amount !== 0),
  ),
  reason,
  key: z.string().check(z.regex(/^[\w-]{8,64}$/)),
});
/** `waiting` needs the approval of another operator. */
export const correctAnswer = z.object({ state: z.enum(['done', 'waiting']) });

export const requestStates = ['open', 'approved', 'refused', 'withdrawn'] as const;

export const voidStates = [...requestStates, 'expired'] as const;

/** GET /console/requests: open ones first, corrections and rounds to void. */
export const requestsAnswer = z.object({
  requests: z.array(
    z.object({
      id,
      player: z.object({ id, username: z.string() }),
      amount: z.number(),
      reason: z.string(),
      requestedBy: z.string(),
      requestedAt: instant,
      /** Whether the caller requested it, and so cannot decide it. */
      isOwn: z.boolean(),
      state: z.enum(requestStates),
      decidedBy: z.nullable(z.string()),
      decidedAt: z.nullable(instant),
    }),
  ),
  voids: z.optional(
    z.array(
      z.object({
        id,
        game: z.string(),
        /** The game's name, as players know it. */
        name: z.optional(z.string()),
        round: z.string(),
        reason: z.string(),
        requestedBy: z.string(),
        requestedAt: instant,
        isOwn: z.boolean(),
        /** An expired one was not decided within an hour. */
        state: z.enum(voidStates),
        decidedBy: z.nullable(z.string()),
        decidedAt: z.nullable(instant),
      }),
    ),
  ),
});

export type PlayersAnswer = z.infer<typeof playersAnswer>;
export type PlayerAnswer = z.infer<typeof playerAnswer>;
export type CorrectAnswer = z.infer<typeof correctAnswer>;
export type RequestsAnswer = z.infer<typeof requestsAnswer>;
