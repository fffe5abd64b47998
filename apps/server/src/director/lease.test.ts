import { describe, expect, it } from 'vitest';
import { nextGap, overlapMs, type Gap } from './lease.ts';

const none: Gap = { fromMs: 0, untilMs: 0 };
/** The gaps after renewals at these times of the database's clock. */
const gapsOf = (...renewedMs: number[]): Gap[] => {
  const gaps: Gap[] = [];
  for (const [at, untilMs] of renewedMs.slice(1).entries())
    gaps.push(nextGap(gaps.at(-1) ?? none, { fromMs: renewedMs[at] ?? 0, untilMs }));
  return gaps;
};

describe('a gap of leadership', () => {
  it('begins with a renewal that is more than two seconds old, and stays until another one', () => {
    expect(gapsOf(1_000, 2_000, 9_000, 10_000)).toEqual([
      none,
      { fromMs: 2_000, untilMs: 9_000 },
      { fromMs: 2_000, untilMs: 9_000 },
    ]);
  });

  it('is continued by one that follows it directly', () => {
    expect(gapsOf(1_000, 9_000, 12_000).at(-1)).toEqual({ fromMs: 1_000, untilMs: 12_000 });
  });

  it.each([3_600_000, 60_000])(
    'ends by the time that is now, if the clock goes %d ms forward and back',
    (stepMs) => {
      const gap = gapsOf(1_000, 2_000 + stepMs, 3_000 + stepMs, 4_000, 5_000).at(-1) ?? none;
      expect(gap.untilMs).toBeLessThanOrEqual(5_000);
      // A flight of a minute that takes off then.
      expect(overlapMs(gap, 5_000, 65_000)).toBe(0);
    },
  );
});
