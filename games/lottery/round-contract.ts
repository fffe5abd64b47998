/** A draw that is over, as its page shows it: public data, which names no player. */
import * as z from 'zod/mini';

const count = z.number().check(z.int(), z.gte(0));

export const lotteryRoundSchema = z.object({
  /** A void draw was not held; its bids were refunded. */
  status: z.enum(['drawn', 'void']),
  /** Ascending; empty for a void draw. */
  winningNumbers: z.array(count),
  /** Null where the draw was cancelled before its sales were closed. */
  ticketCount: z.nullable(count),
});

export type LotteryRound = z.infer<typeof lotteryRoundSchema>;
