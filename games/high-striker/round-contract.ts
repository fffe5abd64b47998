/** A strike, as its page shows it. It is a player's own, so it says neither whose it is nor what was staked. */
import * as z from 'zod/mini';
import { multiplier } from '@fairground/contract/primitives';

export const strikerRoundSchema = z.object({
  target: multiplier,
  /** How high the puck flew; from the target on the strike is won. */
  height: multiplier,
  outcome: z.enum(['won', 'lost']),
});

export type StrikerRound = z.infer<typeof strikerRoundSchema>;
