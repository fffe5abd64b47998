/** Aviator in the strategy lab: a bet with an automatic cash-out. */
import { defineGameLab, twoOutcomes } from '@fairground/game-kit/web/lab';
import type { AviatorConfig } from '../contract.ts';
import { valuesInAll, valuesReaching } from '../draw.ts';
import { payoutCoins } from '../rules.ts';
import type { Texts } from './texts.ts';

const hourMs = 3_600_000;

export default defineGameLab<Texts['lab'], AviatorConfig>({
  stakes: ({ minBet, maxBet, step, defaultBet }) => ({ min: minBet, max: maxBet, step, initial: defaultBet }),
  fields: ({ autoCashOut }) => [
    { kind: 'number', name: 'at', label: 'lab.aviator.at', ...autoCashOut, decimals: 2, initial: '2.00' },
  ],
  preset: { label: 'lab.aviator.preset', choice: { at: '2.00' } },
  // The average flight: the integral of the chance to be still flying, which is rtp / e^(growth * t).
  roundsPerHour: ({ countdownMs, growthPerMs, rtpBp }) =>
    hourMs / (countdownMs + rtpBp / 10_000 / growthPerMs),
  pace: 'lab.aviator.pace',
  game({ rtpBp }, { at }) {
    const hundredths = Math.round(Number(at) * 100);
    // The crash point grows with the drawn number, so the highest numbers are those that reach a cash-out.
    const ways = valuesReaching(hundredths, rtpBp);
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
