/** High Striker in the strategy lab: strikes at one target. */
import { defineGameLab, twoOutcomes } from '@fairground/game-kit/web/lab';
import type { StrikerConfig } from '../contract.ts';
import { valuesInAll, valuesReaching } from '../draw.ts';
import { payoutCoins } from '../rules.ts';
import type texts from './messages/en/lab.json';

/** A player strikes at their own pace; this one is assumed. */
const strikesPerHour = 600;

export default defineGameLab<typeof texts, StrikerConfig>({
  stakes: ({ minBet, maxBet, step, defaultBet }) => ({ min: minBet, max: maxBet, step, initial: defaultBet }),
  fields: ({ minTarget, maxTarget, defaultTarget }) => [
    {
      kind: 'number',
      name: 'target',
      label: 'lab.striker.target',
      min: minTarget,
      max: maxTarget,
      decimals: 2,
      initial: defaultTarget.toFixed(2),
    },
  ],
  roundsPerHour: () => strikesPerHour,
  pace: 'lab.striker.pace',
  game(_, { target }) {
    const hundredths = Math.round(Number(target) * 100);
    // The height grows with the drawn number, so the highest numbers are those that reach a target.
    const ways = valuesReaching(hundredths);
    const lowestWin = Number(valuesInAll - ways);
    return twoOutcomes(
      { ways: Number(ways), of: Number(valuesInAll) },
      {
        wins: (random) => random.bits52() >= lowestWin,
        payout: (stakeCoins) => payoutCoins(stakeCoins, hundredths),
      },
    );
  },
});
