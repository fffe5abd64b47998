/** The requests of one address, on one process and on two with shared counts, on a clock that the test moves. */
import { describe, expect, test } from 'vitest';
import { createTestClock } from '../../test/test-line.ts';
import { createRequestLimiter } from './request-limiter.ts';
import type { SharedCounts } from '../platform/messaging/shared-counts.ts';
import { accepted, refuse } from '@fairground/contract/errors';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('one process', () => {
  test('refuses past the limit until the minute is over, with the seconds to wait', () => {
    const clock = createTestClock();
    const limiter = createRequestLimiter({ clock, maxPerMinute: 2, shared: null });
    expect([limiter.take('a'), limiter.take('a')]).toEqual([accepted, accepted]);
    clock.advance(20_000);
    expect(limiter.take('a')).toEqual(refuse('rate_limited', { retryAfterSeconds: 40 }));
    expect(limiter.take('b')).toEqual(accepted);
    clock.advance(40_000);
    expect(limiter.take('a')).toEqual(accepted);
  });
});

describe('two processes', () => {
  const createWorld = () => {
    const clock = createTestClock();
    const counts = new Map<string, number>();
    let isAway = false;
    const shared: Pick<SharedCounts, 'add'> = {
      async add(counters) {
        if (isAway) throw new Error('away');
        return counters.map(({ key, by }) => {
          const count = (counts.get(key) ?? 0) + by;
          counts.set(key, count);
          return { count, remainingMs: 60_000 };
        });
      },
    };
    const limiters = [1, 2].map(() => createRequestLimiter({ clock, maxPerMinute: 10, shared }));
    return {
      clock,
      limiters,
      setAway: (away: boolean) => (isAway = away),
      take: (index: number, count: number) =>
        Array.from({ length: count }, () => limiters[index]?.take('a').ok).filter(Boolean).length,
    };
  };

  test('count together after at most half a second', async () => {
    const { clock, take } = createWorld();
    expect([take(0, 6), take(1, 3)]).toEqual([6, 3]);
    clock.advance(500);
    await settle();
    expect(take(1, 5)).toBe(1);
    clock.advance(500);
    await settle();
    expect(take(0, 5)).toBe(4);
    clock.advance(500);
    await settle();
    expect([take(0, 5), take(1, 5)]).toEqual([0, 0]);
  });

  test('count separately while they cannot share counts, and together afterwards', async () => {
    const { clock, take, setAway } = createWorld();
    setAway(true);
    expect([take(0, 5), take(1, 5)]).toEqual([5, 5]);
    clock.advance(500);
    await settle();
    expect([take(0, 2), take(1, 2)]).toEqual([2, 2]);
    setAway(false);
    clock.advance(500);
    await settle();
    expect(take(1, 5)).toBe(0);
  });
});
