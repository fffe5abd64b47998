/** Many spins through the real draw from a fixed seed: all segments are equally frequent. */
import { wheelSegment } from '../draw.ts';
import { meanWheelCoins, wheelCoins, wheelSegments } from '../rules.ts';
import { simulatedDraws as spins } from '../../test/simulated-draws.ts';
import { expect, it } from 'vitest';

/** Chi-square with 15 degrees of freedom: a fair wheel exceeds this value once in ten thousand. */
const criticalValue = 44.263;

it(`draws the sixteen segments equally often in ${spins} spins`, () => {
  const serverSeed = new Uint8Array(32).fill(0x11);
  const segments = wheelSegments.length;
  const counts = Array.from({ length: segments }, () => 0);
  let coins = 0;
  for (let nonce = 0; nonce < spins; nonce++) {
    const segment = wheelSegment({ serverSeed, clientSeed: 'client-seed', nonce, segments });
    counts[segment] = (counts[segment] ?? 0) + 1;
    coins += wheelCoins(segment);
  }
  const expected = spins / segments;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  expect(chiSquare).toBeLessThan(criticalValue);
  // Not too even either, as invented counts would be.
  expect(chiSquare).toBeGreaterThan(1);
  // Four standard errors of the mean; one spin's deviation is about 254 coins.
  expect(Math.abs(coins / spins - meanWheelCoins)).toBeLessThan((4 * 254) / Math.sqrt(spins));
  console.info(`chi-square ${chiSquare.toFixed(2)}, mean ${(coins / spins).toFixed(2)} coins`);
});
