/** Aviator's figures for GET /games/config. */
import type * as z from 'zod/mini';
import type { configSchema } from '../contract.ts';
import { aviatorRules } from '../rules.ts';
import type { AviatorSettings } from './settings.ts';

/** The countdown is put in words below this many seconds, and starts from the default when nothing is known. */
const countdownShownBelow = 8;
const defaultCountdown = 10;

export const aviatorConfig = ({ countdownMs, closeMs }: AviatorSettings): z.output<typeof configSchema> => ({
  minBet: aviatorRules.minStakeCoins,
  maxBet: aviatorRules.maxStakeCoins,
  step: aviatorRules.stakeStepCoins,
  defaultBet: aviatorRules.defaultStakeCoins,
  quickBets: [...aviatorRules.quickStakesCoins],
  growthPerMs: aviatorRules.growthPerMs,
  countdownMs: countdownMs - closeMs,
  countdownShownBelow,
  defaultCountdown,
  autoCashOut: { min: aviatorRules.minCashOutHundredths / 100, max: aviatorRules.maxHundredths / 100 },
  maxMultiplier: aviatorRules.maxHundredths / 100,
  rtpBp: aviatorRules.rtpBp,
});
