/** The figures that guide and questions share. */
import type { InstantConfig } from '@fairground/game-kit/instant';
import type { Format } from '@fairground/site-kit/format/format.ts';
import type game from '../game.ts';

export type Config = InstantConfig<typeof game.choice>;

export const figures = (config: Config, { formatCoins, formatReturn }: Format): Record<string, string> => ({
  ringMin: formatCoins(config.minBet),
  ringMax: formatCoins(config.maxBet),
  ringStep: formatCoins(config.step),
  ringMinChance: formatCoins(config.minChance),
  ringMaxChance: formatCoins(config.maxChance),
  ringReturn: formatReturn(config.rtpBp),
});
