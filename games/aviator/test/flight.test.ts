import { multiplierAtMs } from '../rules.ts';
import { describe, expect, it } from 'vitest';
import { bulbStepSeconds, flightScale, hundredthsAt, strikerTicks } from '../web/stage/flight.ts';

const growth = 0.0001;

describe('the curve', () => {
  it('equals the rules of the game at every time of a long flight', () => {
    for (let ms = 0; ms < 92_000; ms += 7) expect(hundredthsAt(ms, growth)).toBe(multiplierAtMs(ms));
  });
  it('shows 1.00 before take-off', () => {
    expect(hundredthsAt(-500, growth)).toBe(100);
  });
});

describe('the axes', () => {
  it('leave the rocket inside the picture up to 10,000x', () => {
    for (let ms = 0; ms <= 92_100; ms += 50) {
      const scale = flightScale(ms, growth);
      expect(scale.across(ms)).toBeLessThanOrEqual(0.8601);
      expect(scale.up(Math.exp(growth * ms))).toBeLessThanOrEqual(0.93);
    }
  });
  it('never move the rocket back or down', () => {
    let [across, up] = [0, 0];
    for (let ms = 0; ms <= 92_100; ms += 10) {
      const scale = flightScale(ms, growth);
      expect(scale.across(ms)).toBeGreaterThanOrEqual(across - 1e-9);
      expect(scale.up(Math.exp(growth * ms))).toBeGreaterThanOrEqual(up - 1e-9);
      [across, up] = [scale.across(ms), scale.up(Math.exp(growth * ms))];
    }
  });
  it('begin with 1, 1.5, 2, 2.5', () => {
    expect(strikerTicks(flightScale(0, growth), 0.12).map(({ value }) => value)).toEqual([1, 1.5, 2, 2.5]);
  });
  it('have a few round, separate values at any height', () => {
    for (let ms = 0; ms <= 92_100; ms += 100) {
      const ticks = strikerTicks(flightScale(ms, growth), 0.08);
      expect(ticks.length).toBeGreaterThanOrEqual(4);
      expect(ticks.length).toBeLessThanOrEqual(13);
      for (const [index, tick] of ticks.entries()) {
        const before = ticks[index - 1];
        if (before) expect(tick.at - before.at).toBeGreaterThanOrEqual(0.08 - 1e-9);
      }
    }
  });
  it('limit the number of lights', () => {
    expect(bulbStepSeconds(10_000, 12)).toBe(1);
    expect(bulbStepSeconds(20_000, 12)).toBe(2);
    expect(bulbStepSeconds(54_000, 12)).toBe(5);
    expect(bulbStepSeconds(110_000, 12)).toBe(10);
  });
});
