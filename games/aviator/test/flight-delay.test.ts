import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AviatorDrawResult } from '../contract.ts';
import { hundredthsAt } from '../web/components/flight.ts';
import { createDrawnClock, createFlightDelay, firstDelayMs, marginMs } from '../web/flight-delay.ts';

const startedAtMs = Date.parse('2026-11-21T12:00:00.000Z');
const growthPerMs = 0.0001;

const draw = (status: 'ongoing' | 'finished', crashMultiplier: number, roundId = '7'): AviatorDrawResult => ({
  roundId,
  status,
  crashMultiplier,
  startedAt: new Date(startedAtMs).toISOString(),
  growthPerMs,
  ...(status === 'finished' ? { seed: '00'.repeat(32) } : {}),
});

const crashedAtMs = (crashMultiplier: number): number =>
  startedAtMs + Math.log(crashMultiplier) / growthPerMs;

/** A flight whose end arrives so much later than it happened. */
const follow = (delay: ReturnType<typeof createFlightDelay>, crash: number, lateMs: number): void => {
  delay.learn(draw('ongoing', 1), startedAtMs);
  delay.learn(draw('finished', crash), crashedAtMs(crash) + lateMs);
};

describe('the delay of a drawn flight', () => {
  it('never lets the multiplier pass the crash point where messages are no later than measured', () => {
    const lateMs = fc.integer({ min: 0, max: 900 });
    const crash = fc.integer({ min: 101, max: 10_000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(lateMs, lateMs, crash, (one, other, crashMultiplier) => {
        const delay = createFlightDelay();
        follow(delay, 1.5, Math.max(one, other));
        const arrivedMs = crashedAtMs(crashMultiplier) + Math.min(one, other);
        const shown = hundredthsAt(arrivedMs - delay.ms() - startedAtMs, growthPerMs);
        expect(shown).toBeLessThanOrEqual(Math.round(crashMultiplier * 100));
      }),
    );
  });

  it('stays below 25.59 where the end arrives 54 ms late, which the present would show as 25.73', () => {
    const delay = createFlightDelay();
    const arrivedMs = crashedAtMs(25.59) + 54;
    expect(hundredthsAt(arrivedMs - startedAtMs, growthPerMs)).toBeGreaterThan(2559);
    expect(hundredthsAt(arrivedMs - delay.ms() - startedAtMs, growthPerMs)).toBeLessThan(2559);
    follow(delay, 2, 54);
    expect(hundredthsAt(arrivedMs - delay.ms() - startedAtMs, growthPerMs)).toBeLessThanOrEqual(2559);
  });

  it('is the longest of the recent delays and a margin', () => {
    const delay = createFlightDelay();
    expect(delay.ms()).toBe(firstDelayMs + marginMs);
    follow(delay, 2, 300);
    follow(delay, 2, 40);
    expect(delay.ms()).toBeCloseTo(300 + marginMs, 6);
    for (let round = 0; round < 16; round += 1) follow(delay, 2, 40);
    expect(delay.ms()).toBeCloseTo(40 + marginMs, 6);
  });

  it('ignores the end of a flight that was not followed', () => {
    const delay = createFlightDelay();
    delay.learn(draw('finished', 2, '6'), crashedAtMs(2) + 1_000);
    delay.learn(draw('ongoing', 1, '7'), startedAtMs);
    delay.learn(draw('finished', 2, '6'), crashedAtMs(2) + 1_000);
    expect(delay.ms()).toBe(firstDelayMs + marginMs);
  });
});

describe('the clock of a drawn flight', () => {
  const flying = { phase: 'flying', startedAtMs };

  it('runs behind the server by the delay, and never back within a flight', () => {
    const clock = createDrawnClock(() => 200);
    expect(clock(flying, 10_000)).toBe(9_800);
    expect(clock(flying, 9_900)).toBe(9_800);
    expect(clock(flying, 10_050)).toBe(9_850);
  });

  it('follows the server again with the next flight', () => {
    const clock = createDrawnClock(() => 200);
    clock(flying, 10_000);
    expect(clock({ phase: 'flying', startedAtMs: startedAtMs + 1 }, 9_900)).toBe(9_700);
  });
});
