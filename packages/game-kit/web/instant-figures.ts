import type { Format } from '@fairground/site-kit/format/format.ts';

/** What every instant game has in its part of GET /games/config, besides the limits of its choice. */
interface InstantLimits {
  minBet: number;
  maxBet: number;
  step: number;
  rtpBp: number;
}

/**
 * The figures in the texts of an instant game's guide and questions: with the prefix `cups`, `cupsMin`, `cupsMax` and
 * `cupsStep` of a stake, `cupsReturn`, and `cupsMinChance` and `cupsMaxChance` of a choice by a number.
 */
export const instantFigures =
  (prefix: string) =>
  (config: InstantLimits, { formatCoins, formatFactor, formatReturn }: Format): Record<string, string> => {
    const { minBet, maxBet, step, rtpBp, ...rest } = config;
    const limits = Object.entries(rest).filter(([key]) => /^(min|max)[A-Z]/.test(key));
    return {
      [`${prefix}Min`]: formatCoins(minBet),
      [`${prefix}Max`]: formatCoins(maxBet),
      [`${prefix}Step`]: formatCoins(step),
      [`${prefix}Return`]: formatReturn(rtpBp),
      ...Object.fromEntries(
        limits.map(([key, value]) => [
          `${prefix}${key.charAt(0).toUpperCase()}${key.slice(1)}`,
          formatFactor(Number(value)),
        ]),
      ),
    };
  };
