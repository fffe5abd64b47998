/** The game's figures for GET /games/config, worked out from the rules and the settings. */
import type * as z from 'zod/mini';
import type { configSchema } from '../contract.ts';
import { doubleTroubleRules, halfOf, payoutHundredths, returnBp, winningNumberCount } from '../rules.ts';
import type { DoubleTroubleSettings } from './settings.ts';

export const doubleTroubleConfig = ({
  intervalMs,
  closeMs,
  max,
}: DoubleTroubleSettings): z.output<typeof configSchema> => ({
  max,
  half: halfOf(max),
  intervalMs,
  closeMs,
  minBet: doubleTroubleRules.minStakeCoins,
  maxBet: doubleTroubleRules.maxStakeCoins,
  step: doubleTroubleRules.stakeStepCoins,
  defaultBet: doubleTroubleRules.defaultStakeCoins,
  quickBets: [...doubleTroubleRules.quickStakesCoins],
  historyLength: doubleTroubleRules.historyLength,
  bets: doubleTroubleRules.drawTypes.map((drawType) => ({
    drawType,
    multiplier: payoutHundredths(drawType, max) / 100,
    winningNumbers: winningNumberCount(drawType, max),
    rtpBp: returnBp(drawType, max),
  })),
});
