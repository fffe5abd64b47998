/** Minefield's part of GET /games/config: every difficulty and step with its exact odds. */
import type { MinefieldConfig } from '../contract.ts';
import {
  basisPoints,
  columnsOf,
  difficultyNames,
  gemsOf,
  minefieldDifficulties,
  minefieldRules,
  minefieldSteps,
} from '../rules.ts';

export const minefieldConfig: MinefieldConfig = {
  minBid: minefieldRules.minStakeCoins,
  maxBid: minefieldRules.maxStakeCoins,
  step: minefieldRules.stakeStepCoins,
  defaultBid: minefieldRules.defaultStakeCoins,
  rows: minefieldRules.rows,
  difficulties: difficultyNames.map((name) => {
    const difficulty = minefieldDifficulties[name];
    return {
      name,
      gems: gemsOf(difficulty),
      traps: difficulty.mines,
      gridSize: difficulty.tiles,
      columns: columnsOf(difficulty.tiles),
      multiplierIncrement: difficulty.incrementHundredths / 100,
      steps: minefieldSteps(difficulty).map(({ gems, hundredths, chance, lastGem, returned }) => ({
        gems,
        multiplier: hundredths / 100,
        chance,
        nextGem: lastGem,
        returned,
        rtpBp: basisPoints(returned),
      })),
    };
  }),
};
