/** The search for players by their names. */
import * as z from 'zod/mini';
import { coins, id } from './primitives.ts';

export const maxFoundPlayers = 10;

/** GET /user/search: players whose name begins so, whatever its case. */
export const playerSearchQuery = z.object({
  name: z
    .string()
    .check(z.regex(/^[A-Za-z0-9_]{1,20}$/, 'Must have 1 to 20 letters, digits or underscores.')),
});

export const playerSearchAnswer = z.array(
  z.object({
    id,
    avatar: z.nullable(z.string()),
    username: z.string(),
    /** Since the player registered. */
    totalWon: coins,
    bot: z.optional(z.boolean()),
  }),
);

export type FoundPlayer = z.infer<typeof playerSearchAnswer>[number];
