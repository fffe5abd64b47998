/** A spin, as its page shows it, without its player. */
import * as z from 'zod/mini';
import { coins } from '@fairground/contract/primitives';

export const wheelRoundSchema = z.object({
  segment: z.number().check(z.int(), z.gte(0), z.lte(15)),
  amount: coins,
  /** What each segment pays. */
  values: z.array(coins),
});

export type WheelRound = z.infer<typeof wheelRoundSchema>;
