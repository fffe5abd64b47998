/** GET /games/config: every figure that a page may show, and the only source of them. */
import * as z from 'zod/mini';
import { adsConfig } from './ads.ts';
import { doubleTroubleConfig } from './double-trouble.ts';
import { minefieldConfig } from './minefield.ts';
import { tierSchema } from './lottery.ts';
import { coins, multiplier } from './primitives.ts';
import { wheelConfig } from './wheel.ts';

export const aviatorConfig = z.object({
  minBet: coins,
  maxBet: coins,
  step: coins,
  defaultBet: coins,
  quickBets: z.array(coins),
  growthPerMs: z.number(),
  countdownMs: z.number(),
  /** The countdown is shown in words below this many seconds. */
  countdownShownBelow: z.number(),
  defaultCountdown: z.number(),
  autoCashOut: z.object({ min: multiplier, max: multiplier }),
  maxMultiplier: multiplier,
  /** Return to player in basis points: 9700 is 97 of 100 coins on average, at every cash-out above 1.00x. */
  rtpBp: z.number(),
});

export const lotteryConfig = z.object({
  balls: z.number(),
  picks: z.number(),
  minBid: coins,
  maxBid: coins,
  step: coins,
  defaultBid: coins,
  quickBids: z.array(coins),
  /** From six matches down to one. */
  tiers: z.array(tierSchema),
  /** Return to player over all tickets, in basis points. */
  rtpBp: z.number(),
});

export const gamesConfigSchema = z.object({
  currency: z.object({ name: z.string(), cashValue: z.literal(false) }),
  siteTimeZone: z.string(),
  bonuses: z.object({ signupCoins: coins, referralCoins: coins }),
  lottery: lotteryConfig,
  aviator: aviatorConfig,
  doubleTrouble: doubleTroubleConfig,
  mineField: minefieldConfig,
  ads: adsConfig,
  wheel: wheelConfig,
});

export type GamesConfig = z.infer<typeof gamesConfigSchema>;
