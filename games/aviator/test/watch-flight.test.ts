/** The flight on the home page and at the stall, from messages alone. */
import { describe, expect, it } from 'vitest';
import { createSeenFlight, type SeenDraw } from '../web/watch-flight.ts';

const growthPerMs = 0.0001;
const draw = (one: Partial<SeenDraw>): SeenDraw => ({
  roundId: '7',
  multiplier: 1,
  growthPerMs,
  isOver: false,
  ...one,
});
/** The multiplier after this time, in hundredths. */
const hundredthsAfter = (ms: number): number => Math.floor(100 * Math.exp(growthPerMs * ms));

describe('the flight that is seen', () => {
  it('is unknown before the first message about it', () => {
    expect(createSeenFlight().at(0)).toBeNull();
  });

  it('moves between two messages, and never beyond the last one', () => {
    const flight = createSeenFlight();
    flight.receive(draw({ multiplier: hundredthsAfter(2_000) / 100 }), 10_000);
    const seen = [0, 400, 800, 1_400, 5_000].map((ms) => flight.at(10_000 + ms)!);
    expect(seen[1]!.flightMs).toBeGreaterThan(seen[0]!.flightMs);
    expect(seen[2]!.flightMs).toBeGreaterThan(seen[1]!.flightMs);
    for (const { hundredths } of seen) expect(hundredths).toBeLessThanOrEqual(hundredthsAfter(2_000));
    expect(seen[4]!.hundredths).toBe(seen[3]!.hundredths);
  });

  it('does not wait for a message that comes each second', () => {
    const flight = createSeenFlight();
    const confirm = (ms: number) =>
      flight.receive(draw({ multiplier: hundredthsAfter(ms) / 100 }), 10_000 + ms);
    confirm(5_000);
    let before = flight.at(15_000)!.flightMs;
    for (let ms = 5_100; ms <= 9_000; ms += 100) {
      if (ms % 1_000 === 0) confirm(ms);
      const { flightMs } = flight.at(10_000 + ms)!;
      expect(flightMs - before).toBeCloseTo(100);
      before = flightMs;
    }
  });

  it('shows no less than what was confirmed, once it has come so far', () => {
    const flight = createSeenFlight();
    flight.receive(draw({ multiplier: 1.5 }), 0);
    expect(flight.at(Infinity)!.hundredths).toBe(150);
  });

  it('jumps where messages were missed', () => {
    const flight = createSeenFlight();
    flight.receive(draw({ multiplier: 1 }), 0);
    flight.receive(draw({ multiplier: hundredthsAfter(60_000) / 100 }), 20_000);
    expect(flight.at(20_000)!.flightMs).toBeGreaterThan(58_000);
  });

  it('ends at the crash point, and begins again with the next round', () => {
    const flight = createSeenFlight();
    flight.receive(draw({ multiplier: 2.5 }), 0);
    flight.receive(draw({ isOver: true, multiplier: 2.61 }), 250);
    expect(flight.at(9_000)).toMatchObject({ hundredths: 261, isOver: true });
    flight.receive(draw({ roundId: '8', multiplier: 1 }), 9_000);
    expect(flight.at(9_000)).toMatchObject({ hundredths: 100, flightMs: 0, isOver: false });
  });
});
