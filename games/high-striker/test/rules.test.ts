import { readField } from '@fairground/game-kit/instant';
import { describeInstantRules } from '@fairground/game-kit/test/describe-instant-rules';
import { expect, test } from 'vitest';
import game from '../game.ts';

describeInstantRules(game);

test('returns 98 of 100 coins at every target, to within one of the drawn numbers', () => {
  const { min, max } = game.choice.target;
  for (let target = min; target <= max; target++) {
    const short = 98n * 2n ** 52n - game.ways({ target }) * BigInt(target);
    if (short < 0n || short >= BigInt(target)) expect.fail(`${target}: ${short}`);
    if (readField(game.choice.target, Number((target / 100).toFixed(2))) !== target) expect.fail(`${target}`);
  }
});

test('wins at a height on the target, and loses a hundredth below it', () => {
  expect(game.wins({ target: 250 }, { height: 250 })).toBe(true);
  expect(game.wins({ target: 250 }, { height: 249 })).toBe(false);
});
