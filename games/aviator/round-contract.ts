/** A round that is over, as its page shows it: public data, which names no player. */
import * as z from 'zod/mini';
import { coins, instant, multiplier } from '@fairground/contract/primitives';

const count = z.number().check(z.int(), z.gte(0));

export const aviatorRoundSchema = z.object({
  /** A void round was not flown to its end: cashed-out bets remain paid, all others were refunded. */
  status: z.enum(['finished', 'void']),
  startedAt: instant,
  growthPerMs: z.number(),
  /** Null where the round was void before its bets were sealed: then it has no crash. */
  crashMultiplier: z.nullable(multiplier),
  players: count,
  bets: count,
  staked: coins,
  /** Coins that were paid to bets that were cashed out. */
  paid: coins,
  cashedOut: count,
  /**
   * Where bets were cashed out and how many, from the lowest multiplier up; the most frequent ones of a large round.
   */
  marks: z.array(z.object({ at: multiplier, count })),
});

export type AviatorRound = z.infer<typeof aviatorRoundSchema>;
