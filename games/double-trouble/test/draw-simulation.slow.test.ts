/** Many draws of Double Trouble are evenly distributed; the constants are those of the vectors. */
import { describe, expect, it } from 'vitest';
import { draw30Number } from '../draw.ts';
import { simulatedDraws } from '../../test/simulated-draws.ts';
import { parseHex } from '@fairground/fairness/hex';

const seed = '72de9e22509ad5e1530da627418e867c7c61a645e1f7c85181729eec808d2c52';
const betsRoot = '3a3ab49bf65e169872670ad8d074655c58c49ccb9f1378ef93145a1cc965db7e';
const bytes = (hex: string) => parseHex(hex) ?? new Uint8Array();

describe(`${simulatedDraws} draws from one fixed seed, half of them for each reading`, () => {
  // Chi-square at 1e-4, for max - 1 degrees of freedom.
  it.each([
    [30, 66.15],
    [50, 94.59],
  ] as const)('of %i are evenly distributed: chi-square is below %d', (max, critical) => {
    const fixed = { betsRoot: bytes(betsRoot), seed: bytes(seed), max };
    const draws = simulatedDraws / 2;
    const counts = Array.from({ length: max + 1 }, () => 0);
    for (let round = 1; round <= draws; round++) {
      const drawn = draw30Number({ ...fixed, round });
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    }
    const expected = draws / max;
    const chi = counts.slice(1).reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(counts).toHaveLength(max + 1);
    expect(counts[0]).toBe(0);
    expect(chi).toBeLessThan(critical);
  });
});
