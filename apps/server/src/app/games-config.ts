/** GET /games/config: gathered from the rules and the settings, so that no page has figures of its own. */
import type { GamesConfig } from '@fairground/contract/config';
import { aviatorRules } from '@fairground/game-aviator/rules';
import { lotteryRtpBp, lotteryRules, lotteryTiers } from '@fairground/game-lottery/rules';
import { meanWheelCoins, wheelSegments } from '@fairground/game-wheel/rules';
import { minefieldConfig } from '../modules/minefield/service.ts';
import { doubleTroubleConfig } from '../modules/double-trouble/config.ts';
import type { Settings } from '../platform/settings.ts';

/** The countdown is put in words below this many seconds, and starts from the default when nothing is known. */
const countdownShownBelow = 8;
const defaultCountdown = 10;

export const toGamesConfig = (
  settings: Pick<
    Settings,
    | 'siteTimeZone'
    | 'signupCoins'
    | 'referralCoins'
    | 'aviatorCountdownMs'
    | 'doubleTroubleIntervalMs'
    | 'doubleTroubleCloseMs'
    | 'doubleTroubleMax'
    | 'adSeconds'
    | 'adCoins'
    | 'adDailyLimit'
  >,
): GamesConfig => ({
  currency: { name: 'coins', cashValue: false },
  siteTimeZone: settings.siteTimeZone,
  bonuses: { signupCoins: settings.signupCoins, referralCoins: settings.referralCoins },
  wheel: {
    segments: wheelSegments.map((value) => ({ text: String(value), value })),
    meanCoins: meanWheelCoins,
  },
  ads: { seconds: settings.adSeconds, coins: settings.adCoins, dailyLimit: settings.adDailyLimit },
  doubleTrouble: doubleTroubleConfig(settings),
  lottery: {
    balls: lotteryRules.balls,
    picks: lotteryRules.picks,
    minBid: lotteryRules.minBidCoins,
    maxBid: lotteryRules.maxBidCoins,
    step: lotteryRules.bidStepCoins,
    defaultBid: lotteryRules.defaultBidCoins,
    quickBids: [...lotteryRules.quickBidsCoins],
    tiers: lotteryTiers(),
    rtpBp: lotteryRtpBp(),
  },
  aviator: {
    minBet: aviatorRules.minStakeCoins,
    maxBet: aviatorRules.maxStakeCoins,
    step: aviatorRules.stakeStepCoins,
    defaultBet: aviatorRules.defaultStakeCoins,
    quickBets: [...aviatorRules.quickStakesCoins],
    growthPerMs: aviatorRules.growthPerMs,
    countdownMs: settings.aviatorCountdownMs,
    countdownShownBelow,
    defaultCountdown,
    autoCashOut: { min: aviatorRules.minCashOutHundredths / 100, max: aviatorRules.maxHundredths / 100 },
    maxMultiplier: aviatorRules.maxHundredths / 100,
    rtpBp: aviatorRules.rtpBp,
  },
  mineField: minefieldConfig,
});
