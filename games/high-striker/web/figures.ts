/** The figures that guide and questions share. */
import type { Format } from '@fairground/site-kit/format/format.ts';
import type { StrikerConfig } from '../contract.ts';

export const strikerFigures = (
  config: StrikerConfig,
  { formatCoins, formatFactor, formatMultiplier, formatReturn }: Format,
): Record<string, string> => ({
  strikerMin: formatCoins(config.minBet),
  strikerMax: formatCoins(config.maxBet),
  strikerStep: formatCoins(config.step),
  strikerMinTarget: formatMultiplier(config.minTarget),
  strikerMaxTarget: formatFactor(config.maxTarget),
  strikerReturn: formatReturn(config.rtpBp),
});
