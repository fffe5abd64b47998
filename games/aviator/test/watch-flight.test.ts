/** The flight on the home page, from messages alone. */
import { describe, expect, it } from 'vitest';
import type { AviatorDrawResult } from '../contract.ts';
import { createSeenFlight } from '../web/watch-flight.ts';

const growthPerMs = 0.0001;
const message = (draw: Partial<AviatorDrawResult>, type = 'aviatorDrawResult_response'): string =>
  JSON.stringify({
    type,
    payload: {
      success: true,
      data: { roundId: '7', status: 'ongoing', crashMultiplier: 1, startedAt: '', growthPerMs, ...draw },
    },
  });
/** The multiplier after this time, in hundredths. */
const hundredthsAfter = (ms: number): number => Math.floor(100 * Math.exp(growthPerMs * ms));

describe('the flight that is seen', () => {
  it('is unknown before the first message about it', () => {
    const flight = createSeenFlight();
    flight.receive(message({}, 'aviatorCountdown_response'), 0);
    flight.receive(JSON.stringify({ type: 'aviatorDrawResult_response', payload: { success: false } }), 0);
    expect(flight.at(0)).toBeNull();
  });

  it('moves between two messages, and never beyond the last one', () => {
    const flight = createSeenFlight();
    flight.receive(message({ crashMultiplier: hundredthsAfter(2_000) / 100 }), 10_000);
    const seen = [0, 100, 200, 400, 5_000].map((ms) => flight.at(10_000 + ms)!);
    expect(seen[1]!.flightMs).toBeGreaterThan(seen[0]!.flightMs);
    expect(seen[2]!.flightMs).toBeGreaterThan(seen[1]!.flightMs);
    for (const { hundredths } of seen) expect(hundredths).toBeLessThanOrEqual(hundredthsAfter(2_000));
    expect(seen[4]!.hundredths).toBe(seen[3]!.hundredths);
  });

  it('jumps where messages were missed', () => {
    const flight = createSeenFlight();
    flight.receive(message({ crashMultiplier: 1 }), 0);
    flight.receive(message({ crashMultiplier: hundredthsAfter(60_000) / 100 }), 20_000);
    expect(flight.at(20_000)!.flightMs).toBeGreaterThan(59_000);
  });

  it('ends at the crash point, and begins again with the next round', () => {
    const flight = createSeenFlight();
    flight.receive(message({ crashMultiplier: 2.5 }), 0);
    flight.receive(message({ status: 'finished', crashMultiplier: 2.61 }), 250);
    expect(flight.at(9_000)).toMatchObject({ hundredths: 261, isOver: true });
    flight.receive(message({ roundId: '8', crashMultiplier: 1 }), 9_000);
    expect(flight.at(9_000)).toMatchObject({ hundredths: 100, flightMs: 0, isOver: false });
  });
});
