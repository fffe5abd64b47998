import { describeInstantRules } from '@fairground/game-kit/test/describe-instant-rules';
import { expect, test } from 'vitest';
import game from '../game.ts';

describeInstantRules(game);

test.each([
  ['under', 4_999, true],
  ['under', 5_000, false],
  ['over', 4_999, false],
  ['over', 5_000, true],
] as const)('at a chance of 50, %s wins with a roll of %i: %s', (side, roll, wins) => {
  expect(game.wins({ chance: 50, side }, { roll })).toBe(wins);
});
