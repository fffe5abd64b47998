import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  meanWheelCoins,
  nextSiteMidnight,
  segmentsPaying,
  wheelCoins,
  wheelRules,
  wheelSegments,
} from '../rules.ts';

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

describe('the next site midnight', () => {
  const next = (at: string, zone: string) => new Date(nextSiteMidnight(Date.parse(at), zone)).toISOString();

  it.each([
    ['UTC', '2026-11-21T16:00:00Z', '2026-11-22T00:00:00.000Z'],
    ['UTC', '2026-11-21T23:59:59.999Z', '2026-11-22T00:00:00.000Z'],
    ['UTC', '2026-11-22T00:00:00Z', '2026-11-23T00:00:00.000Z'],
    // A day of 23 hours, and one of 25.
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00.000Z'],
    ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00.000Z'],
    ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00.000Z'],
    // The clock jumps from 23:59 to 1:00: the day begins at 1:00.
    ['Africa/Cairo', '2026-04-23T12:00:00Z', '2026-04-23T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-21T12:00:00Z', '2026-11-21T18:15:00.000Z'],
  ])('in %s after %s is %s', (zone, at, expected) => {
    expect(next(at, zone)).toBe(expected);
  });

  it('is always the first instant of another date, within 26 hours', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kathmandu',
      'Africa/Cairo',
      'Pacific/Apia',
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }),
        fc.constantFrom(...zones),
        (at, zone) => {
          const midnight = nextSiteMidnight(at, zone);
          const dateAt = (ms: number) => new Date(ms).toLocaleDateString('sv-SE', { timeZone: zone });
          expect(dateAt(midnight - 1)).toBe(dateAt(at));
          expect(dateAt(midnight)).not.toBe(dateAt(at));
        },
      ),
      { numRuns: 300 },
    );
  });
});
