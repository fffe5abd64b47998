/** Instant games: what follows from their fields. */
import { expect, expectTypeOf, it } from 'vitest';
import {
  below,
  defineInstantGame,
  drawValues,
  oneOf,
  waysBelow,
  wholeNumber,
} from '../shared/instant/index.ts';

const flip = defineInstantGame({
  id: 'anyFlip',
  algorithm: 'flip/v1',
  stakes: { min: 100, max: 1_000, step: 100, quick: [100] },
  choice: { side: oneOf(['heads', 'tails']), chance: wholeNumber({ min: 1, max: 9, initial: 5 }) },
  drawn: { face: wholeNumber({ min: 0, max: 9 }) },
  draw: (r) => ({ face: below(10, r) }),
  multiplierHundredths: ({ chance }) => Math.floor(950 / chance),
  wins: ({ chance }, { face }) => face < chance,
  ways: ({ chance }) => waysBelow(chance, 10),
  returnsBp: [9_450, 9_500],
  sample: { amount: 100, side: 'heads', chance: 5 },
});

it('makes the limits of the config from the fields, with types', () => {
  expect(flip.config).toEqual({
    minBet: 100,
    maxBet: 1_000,
    step: 100,
    defaultBet: 100,
    quickBets: [100],
    minChance: 1,
    maxChance: 9,
    defaultChance: 5,
    rtpBp: 9_450,
  });
  expect(flip.configSchema.parse(flip.config)).toEqual(flip.config);
  expectTypeOf(flip.config.maxChance).toEqualTypeOf<number>();
  expectTypeOf(flip.sample.side).toEqualTypeOf<'heads' | 'tails'>();
});

it.each([
  [{}, true],
  [{ side: 'edge' }, false],
  [{ chance: 10 }, false],
  [{ chance: 2.5 }, false],
  [{ amount: 150 }, false],
  [{ face: 3 }, false],
])('takes a bet with %j: %s', (change, isBet) => {
  expect(flip.bodySchema.safeParse({ ...flip.sample, ...change }).success).toBe(isBet);
});

it('counts exactly how many numbers are below a bound', () => {
  for (const [k, n] of [
    [1, 10],
    [3, 7],
    [4_999, 10_000],
  ] as const) {
    const ways = waysBelow(k, n);
    expect(below(n, ways - 1n)).toBe(k - 1);
    expect(below(n, ways)).toBe(k);
  }
  expect(waysBelow(10, 10)).toBe(drawValues);
});

it('refuses stakes whose payouts could have fractions, and a value that is both chosen and drawn', () => {
  expect(() => defineInstantGame({ ...flip, stakes: { ...flip.stakes, step: 10 } })).toThrow(
    'multiples of a hundred',
  );
  expect(() =>
    defineInstantGame({ ...flip, drawn: { face: flip.drawn.face, chance: flip.drawn.face } as never }),
  ).toThrow('both chosen and drawn');
});
