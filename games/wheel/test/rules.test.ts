import { describe, expect, it } from 'vitest';
import { meanWheelCoins, segmentsPaying, wheelCoins, wheelRules, wheelSegments } from '../rules.ts';

describe('the wheel', () => {
  it('has sixteen segments of 22.5 degrees, in the order of the design', () => {
    expect(wheelSegments).toEqual([10, 25, 0, 50, 100, 20, 0, 200, 15, 75, 0, 500, 30, 150, 0, 1000]);
    expect(wheelRules.segmentDegrees).toBe(22.5);
  });

  it('pays 2,175 coins in sixteen spins, which rounds to 136 per day', () => {
    expect(wheelSegments.reduce<number>((sum, coins) => sum + coins, 0)).toBe(2175);
    expect(meanWheelCoins).toBe(135.9375);
    expect(Math.round(meanWheelCoins)).toBe(136);
  });

  it('pays nothing on four segments and a hundred or more on five', () => {
    expect(16 - segmentsPaying(1)).toBe(4);
    expect(segmentsPaying(100)).toBe(5);
  });

  it.each([-1, 16, 0.5, Number.NaN])('has no segment %s', (segment) => {
    expect(() => wheelCoins(segment)).toThrow(RangeError);
  });
});
