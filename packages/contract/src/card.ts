/** The punch card: a stamp for each day with a stake or a spin, and coins for every seven of them. */
import * as z from 'zod/mini';
import { coins } from './primitives.ts';
import { userSchema } from './user.ts';

export const stampsPerCard = 7;

export const cardSchema = z.object({
  /** Days of the stamps on the card in hand, oldest first, YYYY-MM-DD of the site; a full card has seven. */
  stamps: z.array(z.string()),
  /** Whether the site day has its stamp. */
  isStampedToday: z.boolean(),
  /** Full cards that wait to be claimed, this one included. */
  full: z.number(),
  /** Cards claimed so far. */
  claimed: z.number(),
  /** What a full card gives. */
  coins,
});

/** POST /user/card/claim, for one full card. */
export const cardClaimBody = z.nullish(z.strictObject({}));

export const cardClaimAnswer = z.object({ user: userSchema, coins, card: cardSchema });

export type Card = z.infer<typeof cardSchema>;
export type CardClaimAnswer = z.infer<typeof cardClaimAnswer>;
