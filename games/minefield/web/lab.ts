/** Minefield in the strategy lab: the same number of gems in every game, then a cash-out. */
import { defineGameLab, twoOutcomes } from '@fairground/game-kit/web/lab';
import type { MinefieldConfig } from '../contract.ts';
import {
  gemsOf,
  minefieldDifficulties,
  minefieldPayout,
  minefieldSteps,
  type DifficultyName,
} from '../rules.ts';
import type { Texts } from './texts.ts';

/** A player turns plots at their own pace; this one is assumed. */
const gamesPerHour = 600;

const difficultyOf = (name: string | undefined) => minefieldDifficulties[(name ?? 'Easy') as DifficultyName];

export default defineGameLab<Texts['lab'], MinefieldConfig>({
  stakes: ({ minBid, maxBid, step, defaultBid }) => ({ min: minBid, max: maxBid, step, initial: defaultBid }),
  fields: (_, { meadow }) => [
    {
      kind: 'options',
      name: 'meadow',
      label: 'lab.mine.difficulty',
      options: [
        { value: 'Easy', label: 'lab.mine.easy' },
        { value: 'Medium', label: 'lab.mine.medium' },
        { value: 'Hard', label: 'lab.mine.hard' },
        { value: 'Expert', label: 'lab.mine.expert' },
      ],
      initial: 'Easy',
    },
    {
      kind: 'number',
      name: 'gems',
      label: 'lab.mine.gems',
      min: 1,
      max: gemsOf(difficultyOf(meadow)),
      decimals: 0,
      initial: '3',
    },
  ],
  roundsPerHour: () => gamesPerHour,
  pace: 'lab.mine.pace',
  game(_, { meadow, gems }) {
    const steps = minefieldSteps(difficultyOf(meadow)).slice(0, Number(gems));
    const last = steps.at(-1);
    if (last === undefined) throw new Error('a game has at least one gem');
    return twoOutcomes(
      { ways: last.chance.numerator, of: last.chance.denominator },
      {
        // Plot by plot, as it is played: each is a gem with the odds of the tiles that are left.
        wins: (random) => steps.every(({ lastGem }) => random.below(lastGem.denominator) < lastGem.numerator),
        payout: (stakeCoins) => minefieldPayout(stakeCoins, last.hundredths),
      },
    );
  },
});
