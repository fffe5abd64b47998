/** The lottery's figures for GET /games/config. */
import type * as z from 'zod/mini';
import type { configSchema } from '../contract.ts';
import { lotteryRtpBp, lotteryRules, lotteryTiers } from '../rules.ts';
import { meanIntervalMs } from './calendar.ts';
import type { LotterySettings } from './settings.ts';

export const lotteryConfig = ({ drawCron }: LotterySettings): z.output<typeof configSchema> => ({
  balls: lotteryRules.balls,
  picks: lotteryRules.picks,
  minBid: lotteryRules.minBidCoins,
  maxBid: lotteryRules.maxBidCoins,
  step: lotteryRules.bidStepCoins,
  defaultBid: lotteryRules.defaultBidCoins,
  quickBids: [...lotteryRules.quickBidsCoins],
  maxAdvanceDraws: lotteryRules.maxAdvanceDraws,
  maxFavourites: lotteryRules.maxFavourites,
  drawEveryMs: meanIntervalMs(drawCron),
  tiers: lotteryTiers(),
  rtpBp: lotteryRtpBp(),
});
