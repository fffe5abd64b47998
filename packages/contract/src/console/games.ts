/** The console's page of the games: which take stakes, their newest rounds, their seed chains. */
import * as z from 'zod/mini';
import { instant } from '../primitives.ts';

export const gameParams = z.object({ game: z.string().check(z.minLength(1), z.maxLength(64)) });

/** POST /console/games/{game}/close */
export const closeGameBody = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)),
});

/** A round or a draw; its result is not here before it is public. */
export const consoleRound = z.object({
  id: z.string(),
  state: z.string(),
  at: z.string(),
  bets: z.number(),
  /** Null where it would take a look at every ticket. */
  staked: z.nullable(z.number()),
  paid: z.nullable(z.number()),
  /** Whether its result is not decided, so that two operators can void it. */
  isOpen: z.optional(z.boolean()),
});

/** POST /console/games/{game}/rounds/{round}/void: requests it. `key` is made by the page, once for each request. */
export const roundParams = z.object({
  game: z.string().check(z.minLength(1), z.maxLength(64)),
  round: z.string().check(z.regex(/^[\w-]{1,32}$/)),
});
export const voidRoundBody = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)),
  key: z.string().check(z.regex(/^[\w-]{8,64}$/)),
});

/** GET /console/games */
export const consoleGamesAnswer = z.object({
  games: z.array(
    z.object({
      game: z.string(),
      /** As players know it. */
      name: z.optional(z.string()),
      /** Whether there is anything to close. */
      hasStakes: z.boolean(),
      /** Whether the leader closed it, because its engine fails. */
      isFailing: z.boolean(),
      /** By an operator. */
      closed: z.nullable(z.object({ by: z.string(), reason: z.string(), since: instant })),
      /** Null for a game without rounds. */
      rounds: z.nullable(z.array(consoleRound)),
      chains: z.array(
        z.object({
          id: z.string(),
          links: z.number(),
          left: z.number(),
          publishedAt: instant,
          /** When a restart of fairness ended it. */
          endedAt: z.nullable(instant),
        }),
      ),
    }),
  ),
});

export type ConsoleGamesAnswer = z.infer<typeof consoleGamesAnswer>;
export type ConsoleGame = ConsoleGamesAnswer['games'][number];
