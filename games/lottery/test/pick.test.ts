import { describe, expect, it } from 'vitest';
import { decodePick, encodePick } from '../server/pick.ts';

describe('a pick as one number', () => {
  it('is decoded in ascending order', () => {
    for (const numbers of [
      [1, 2, 3, 4, 5, 6],
      [24, 25, 26, 47, 48, 49],
      [1, 24, 25, 31, 32, 49],
    ]) {
      expect(decodePick(encodePick(numbers.toReversed()))).toEqual(numbers);
    }
    expect(encodePick([1, 2, 3, 4, 5, 6])).toBe(63n);
  });
});
