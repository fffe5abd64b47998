/** Double Trouble in the strategy lab: one kind of bet in every draw. */
import { defineGameLab, twoOutcomes } from '@fairground/game-kit/web/lab';
import type { DoubleTroubleConfig } from '../contract.ts';
import {
  payoutCoins,
  payoutHundredths,
  winningNumberCount,
  wins,
  type DoubleTroubleMax,
  type DrawType,
} from '../rules.ts';
import type { Texts } from './texts.ts';

const hourMs = 3_600_000;

export default defineGameLab<Texts['lab'], DoubleTroubleConfig>({
  stakes: ({ minBet, maxBet, step, defaultBet }) => ({ min: minBet, max: maxBet, step, initial: defaultBet }),
  fields: () => [
    {
      kind: 'options',
      name: 'on',
      label: 'lab.double.on',
      options: [
        { value: 'Under', label: 'lab.double.under' },
        { value: 'Over', label: 'lab.double.over' },
        { value: 'Exact', label: 'lab.double.exact' },
        { value: 'Number', label: 'lab.double.number' },
      ],
      initial: 'Under',
    },
  ],
  roundsPerHour: ({ intervalMs }) => hourMs / intervalMs,
  pace: 'lab.double.pace',
  game(config, { on }) {
    const drawType = on as DrawType;
    const max = config.max as DoubleTroubleMax;
    // All numbers are equally likely, so it does not matter which one is bet on.
    const pick = { drawType, number: drawType === 'Number' ? 1 : null };
    const hundredths = payoutHundredths(drawType, max);
    const isWin = Array.from({ length: max }, (_, at) => wins(pick, at + 1, max));
    return twoOutcomes(
      { ways: winningNumberCount(drawType, max), of: max },
      {
        wins: (random) => isWin[random.below(max)] === true,
        payout: (stakeCoins) => payoutCoins(stakeCoins, hundredths),
      },
    );
  },
});
