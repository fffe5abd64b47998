/** The lottery's figures for GET /games/config. */
import type * as z from 'zod/mini';
import type { configSchema } from '../contract.ts';
import { lotteryRtpBp, lotteryRules, lotteryTiers } from '../rules.ts';

export const lotteryConfig = (): z.output<typeof configSchema> => ({
  balls: lotteryRules.balls,
  picks: lotteryRules.picks,
  minBid: lotteryRules.minBidCoins,
  maxBid: lotteryRules.maxBidCoins,
  step: lotteryRules.bidStepCoins,
  defaultBid: lotteryRules.defaultBidCoins,
  quickBids: [...lotteryRules.quickBidsCoins],
  maxAdvanceDraws: lotteryRules.maxAdvanceDraws,
  maxFavourites: lotteryRules.maxFavourites,
  tiers: lotteryTiers(),
  rtpBp: lotteryRtpBp(),
});
