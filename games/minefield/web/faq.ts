/** The game's questions on /faq, and the figures in their answers. */
import { defineGameFaq } from '@fairground/game-kit/web';
import type { MinefieldConfig } from '../contract.ts';

export default defineGameFaq<MinefieldConfig>({
  categories: [{ place: 4, id: 'minefield', questions: ['how', 'mines', 'multiplier', 'bid', 'reload'] }],
  figures: (config, { formatCoins, formatFactor, formatTwoDecimals, formatReturn }) => ({
    mineMin: formatCoins(config.minBid),
    mineStep: formatCoins(config.step),
    mineLeast: formatReturn(Math.min(...firstReturns(config))),
    mineMost: formatReturn(Math.max(...firstReturns(config))),
    ...Object.fromEntries(
      config.difficulties.flatMap(({ name, gems, traps, multiplierIncrement }) => [
        [`${name.toLowerCase()}Gems`, formatFactor(gems)],
        [`${name.toLowerCase()}Mines`, formatFactor(traps)],
        [`${name.toLowerCase()}Step`, formatTwoDecimals(multiplierIncrement)],
      ]),
    ),
  }),
});

const firstReturns = ({ difficulties }: MinefieldConfig): number[] =>
  difficulties.map(({ steps }) => steps[0]?.rtpBp ?? 0);
