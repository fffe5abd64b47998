import { expect, it } from 'vitest';
import { mixedNumbers, pileOf } from '../web/components/pile.ts';

it.each([29, 30, 49, 50])(
  'places %i balls inside the lower part of the drum with little overlap',
  (count) => {
    for (const seed of [1, 7, 4321]) {
      const { places, radius } = pileOf(count, 158, seed);
      expect(places).toHaveLength(count);
      for (const { x, y } of places) expect(Math.hypot(x, y)).toBeLessThanOrEqual(158 - radius);
      const deepest = places.reduce((sum, { y }) => sum + y, 0) / count;
      expect(deepest).toBeGreaterThan(15);
      for (const [at, one] of places.entries()) {
        for (const other of places.slice(at + 1)) {
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(radius * 1.75);
        }
      }
    }
  },
);

it('shows every number except the drawn one in the drum once', () => {
  const numbers = mixedNumbers(30, 22, 5);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 1).filter((number) => number !== 22),
  );
});
