/** The game's figures for GET /games/config, worked out from the rules and the settings. */
import type { GamesConfig } from '@fairground/contract/config';
import {
  doubleTroubleRules,
  halfOf,
  payoutHundredths,
  returnBp,
  winningNumberCount,
} from '@fairground/game-double-trouble/rules';
import type { Settings } from '../../platform/settings.ts';

export const doubleTroubleConfig = ({
  doubleTroubleIntervalMs: intervalMs,
  doubleTroubleCloseMs: closeMs,
  doubleTroubleMax: max,
}: Pick<
  Settings,
  'doubleTroubleIntervalMs' | 'doubleTroubleCloseMs' | 'doubleTroubleMax'
>): GamesConfig['doubleTrouble'] => ({
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
