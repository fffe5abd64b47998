/** A draw that is over, as its page shows it: public data, which names no player. */
import * as z from 'zod/mini';
import { coins } from '@fairground/contract/primitives';

const count = z.number().check(z.int(), z.gte(0));

export const doubleTroubleRoundSchema = z.object({
  /** A void draw was not held; its stakes were refunded. */
  status: z.enum(['drawn', 'void']),
  max: count,
  /** Null for a void draw. */
  winningNumber: z.nullable(count),
  players: count,
  bets: count,
  won: count,
  staked: coins,
  paid: coins,
});

export type DoubleTroubleRound = z.infer<typeof doubleTroubleRoundSchema>;
