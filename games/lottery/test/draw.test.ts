/** Properties of lotto/v2 for any seed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lottoNumbers } from '../draw.ts';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('draws six different ascending numbers from 1 to 49', () => {
  fc.assert(
    fc.property(bytes32, bytes32, bytes32, (beacon, seed, betsRoot) => {
      const numbers = lottoNumbers({ beacon, seed, betsRoot, date: '2026-01-01' });
      expect(numbers).toHaveLength(6);
      expect(numbers.every((value, at) => value >= 1 && value <= 49 && value > (numbers[at - 1] ?? 0))).toBe(
        true,
      );
    }),
  );
});
