/** The figures in the texts of the guide and of About Us. */
import { defineGameFacts } from '@fairground/game-kit/web';
import type { MinefieldConfig } from '../contract.ts';

export default defineGameFacts<MinefieldConfig>({
  figures: (config, { formatCoins, formatReturn }) => ({
    mineMin: formatCoins(config.minBid),
    mineStep: formatCoins(config.step),
    mineLeast: formatReturn(Math.min(...firstReturns(config))),
    mineMost: formatReturn(Math.max(...firstReturns(config))),
  }),
  // The return after the first gem is all that the texts name.
  cut: (config) => ({
    ...config,
    difficulties: config.difficulties.map((each) => ({ ...each, steps: each.steps.slice(0, 1) })),
  }),
});

const firstReturns = ({ difficulties }: MinefieldConfig): number[] =>
  difficulties.map(({ steps }) => steps[0]?.rtpBp ?? 0);
