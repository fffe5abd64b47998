import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AviatorDrawResult } from '../contract.ts';
import { flightMsForCrash, multiplierAtMs } from '../rules.ts';
import { hundredthsAt } from '../web/stage/flight.ts';
import { createFlightTracker, firstDelayMs, lastMsShowing, marginMs } from '../web/flight-tracker.ts';

const growthPerMs = 0.0001;
const tickEveryMs = 250;
const frameMs = 17;
const firstStartMs = Date.parse('2026-11-21T12:00:00.000Z');

interface Flight {
  startedAtMs: number;
  crashHundredths: number;
  /** The latency of each message, repeated. */
  latenciesMs: readonly number[];
  /** The error of the page's estimate of the server's clock per frame, repeated. */
  clockErrorsMs: readonly number[];
  /** Ticks lost with a connection. */
  lost?: ReadonlySet<number>;
  everyMs?: number;
}

interface Frame {
  atMs: number;
  drawnMs: number;
  shown: number;
  confirmed: number;
}

const draw = (
  { startedAtMs }: Flight,
  status: 'ongoing' | 'finished',
  hundredths: number,
): AviatorDrawResult => ({
  roundId: String(startedAtMs),
  status,
  crashMultiplier: hundredths / 100,
  startedAt: new Date(startedAtMs).toISOString(),
  growthPerMs,
  ...(status === 'finished' ? { seed: '00'.repeat(32) } : {}),
});

const at = (values: readonly number[], index: number): number => values[index % values.length] ?? 0;

/** Plays a flight and returns what is drawn in each frame until the crash is known. Messages arrive in order. */
function fly(tracker: ReturnType<typeof createFlightTracker>, flight: Flight): Frame[] {
  const { startedAtMs, crashHundredths, latenciesMs, clockErrorsMs, lost = new Set() } = flight;
  const { everyMs = tickEveryMs } = flight;
  const flightMs = flightMsForCrash(crashHundredths);
  const messages: { atMs: number; draw: AviatorDrawResult }[] = [];
  let lastMs = 0;
  const send = (sentMs: number, message: AviatorDrawResult) => {
    lastMs = Math.max(lastMs, sentMs + at(latenciesMs, messages.length));
    messages.push({ atMs: lastMs, draw: message });
  };
  for (let ms = 0; ms < flightMs; ms += everyMs) {
    if (!lost.has(ms / everyMs)) send(ms, draw(flight, 'ongoing', multiplierAtMs(ms)));
  }
  send(flightMs + 12, draw(flight, 'finished', crashHundredths));
  const frames: Frame[] = [];
  let confirmed = 100;
  for (let ms = 0, index = 0; ; ms += frameMs, index += 1) {
    while (messages[0] !== undefined && messages[0].atMs <= ms) {
      const [message] = messages.splice(0, 1);
      if (!message) break;
      tracker.learn(message.draw, startedAtMs + message.atMs);
      if (message.draw.status === 'finished') return frames;
      confirmed = Math.round(message.draw.crashMultiplier * 100);
    }
    const drawnMs = tracker.drawnMs(
      { startedAtMs, growthPerMs },
      startedAtMs + ms + at(clockErrorsMs, index),
    );
    frames.push({ atMs: ms, drawnMs, shown: hundredthsAt(drawnMs, growthPerMs), confirmed });
  }
}

describe('the drawn flight', () => {
  it('never exceeds what was confirmed, never falls, and ends at or below the crash with any jitter', () => {
    const flights = fc.array(
      fc.record({
        crashHundredths: fc.integer({ min: 100, max: 1_000 }),
        latenciesMs: fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 20 }),
        clockErrorsMs: fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 1, maxLength: 20 }),
        lost: fc.uniqueArray(fc.nat(60)).map((ticks) => new Set(ticks)),
      }),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(flights, (all) => {
        const tracker = createFlightTracker();
        for (const [index, flight] of all.entries()) {
          const startedAtMs = firstStartMs + index * 120_000;
          let before = 100;
          for (const { atMs, shown, confirmed } of fly(tracker, { ...flight, startedAtMs })) {
            const isRight = shown >= before && shown <= confirmed && shown <= flight.crashHundredths;
            if (!isRight) throw new Error(`at ${atMs} ms: ${before}, then ${shown} of ${confirmed}`);
            before = shown;
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('moves with the clock without pauses after the jitter of the connection is measured', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 600 }),
        fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 1, maxLength: 40 }),
        (latencyMs, jitterMs) => {
          const tracker = createFlightTracker();
          const flight: Flight = {
            startedAtMs: firstStartMs,
            crashHundredths: 800,
            latenciesMs: jitterMs.map((ms) => latencyMs + ms),
            clockErrorsMs: [0],
          };
          fly(tracker, flight);
          const startedAtMs = firstStartMs + 60_000;
          const frames = fly(tracker, { ...flight, startedAtMs });
          const delayMs = tracker.delayMs();
          // No later than a tick, the slowest message and the margin.
          expect(delayMs).toBeLessThanOrEqual(
            Math.max(firstDelayMs, tickEveryMs + latencyMs + Math.max(...jitterMs)) + marginMs,
          );
          const late = frames.find(({ atMs, drawnMs }) => drawnMs !== Math.max(0, atMs - delayMs));
          expect(late).toBeUndefined();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is drawn with less delay in the next flight when the latency has dropped', () => {
    const tracker = createFlightTracker();
    const flight = { crashHundredths: 800, clockErrorsMs: [0] };
    fly(tracker, { ...flight, startedAtMs: firstStartMs, latenciesMs: [700] });
    expect(tracker.delayMs()).toBeGreaterThan(700);
    fly(tracker, {
      ...flight,
      crashHundredths: 5_000,
      startedAtMs: firstStartMs + 60_000,
      latenciesMs: [20],
    });
    fly(tracker, { ...flight, startedAtMs: firstStartMs + 180_000, latenciesMs: [20] });
    expect(tracker.delayMs()).toBeLessThan(400);
  });

  it('is not drawn with more delay after a connection was lost for seconds', () => {
    const tracker = createFlightTracker();
    const lost = new Set(Array.from({ length: 20 }, (_, index) => 10 + index));
    const flight = { startedAtMs: firstStartMs, crashHundredths: 800, latenciesMs: [20], clockErrorsMs: [0] };
    fly(tracker, { ...flight, lost });
    expect(tracker.delayMs()).toBeLessThan(400);
  });

  it('stays below 25.59 when the crash arrives 54 ms late, where the clock alone would show 25.73', () => {
    const crashMs = flightMsForCrash(2559);
    expect(hundredthsAt(crashMs + 54, growthPerMs)).toBeGreaterThan(2559);
    const frames = fly(createFlightTracker(), {
      startedAtMs: firstStartMs,
      crashHundredths: 2559,
      latenciesMs: [42],
      clockErrorsMs: [0],
    });
    expect(frames.at(-1)?.shown).toBeLessThanOrEqual(2559);
  });

  it.each([1_000, 1_750, 2_500])(
    'moves without pauses on one confirmation in %i ms, and is as close as before once a bet is placed',
    (everyMs) => {
      const tracker = createFlightTracker();
      tracker.setPace('sparse');
      tracker.setSparseEvery(everyMs);
      const flight: Flight = {
        startedAtMs: firstStartMs,
        crashHundredths: 600,
        latenciesMs: [40, 90, 20],
        clockErrorsMs: [0],
        everyMs,
      };
      const frames = fly(tracker, flight);
      const steps = frames.slice(1).map(({ drawnMs }, index) => drawnMs - (frames[index]?.drawnMs ?? 0));
      // From take-off on, after the delay.
      const moving = steps.slice(steps.findIndex((step) => step > 0));
      expect(moving.length).toBeGreaterThan(500);
      expect(moving.every((step) => step > 0 && step <= 2 * frameMs)).toBe(true);
      tracker.setPace('all');
      expect(tracker.delayMs()).toBe(firstDelayMs + marginMs);
      fly(tracker, { ...flight, startedAtMs: firstStartMs + 60_000, everyMs: tickEveryMs });
      expect(tracker.delayMs()).toBeLessThanOrEqual(tickEveryMs + 90 + 2 * marginMs);
    },
  );

  it('is drawn earlier again when the flight after has more confirmations, and no earlier within a flight', () => {
    const tracker = createFlightTracker();
    tracker.setPace('sparse');
    tracker.setSparseEvery(2_500);
    const flight = { crashHundredths: 300, latenciesMs: [40], clockErrorsMs: [0] };
    fly(tracker, { ...flight, startedAtMs: firstStartMs, everyMs: 2_500 });
    expect(tracker.delayMs()).toBeGreaterThan(2_500);
    const nextMs = firstStartMs + 60_000;
    tracker.learn(draw({ ...flight, startedAtMs: nextMs }, 'ongoing', 100), nextMs + 40);
    tracker.setSparseEvery(1_000);
    expect(tracker.delayMs()).toBeGreaterThan(2_500);
    fly(tracker, { ...flight, startedAtMs: nextMs, everyMs: 1_000 });
    tracker.learn(draw({ ...flight, startedAtMs: nextMs + 60_000 }, 'ongoing', 100), nextMs + 60_040);
    expect(tracker.delayMs()).toBeLessThan(1_200);
  });
});

it('shows a confirmed multiplier to the end of its hundredth', () => {
  for (let hundredths = 100; hundredths <= 5_000; hundredths += 1) {
    const ms = lastMsShowing(hundredths, growthPerMs);
    expect(hundredthsAt(ms, growthPerMs)).toBeLessThanOrEqual(hundredths);
    expect(hundredthsAt(ms + 1, growthPerMs)).toBeGreaterThan(hundredths);
  }
});
