/** The flight as the page draws it: the multiplier at a moment, and its position on the picture. */

/** Integer hundredths, by the same rule as the server's. */
export function hundredthsAt(flightMs: number, growthPerMs: number): number {
  return flightMs <= 0 ? 100 : Math.floor(100 * Math.exp(growthPerMs * Math.floor(flightMs)) + 1e-9);
}

/** Without the steps of a hundredth: for a smooth curve. */
export function curveAt(flightMs: number, growthPerMs: number): number {
  return Math.exp(growthPerMs * Math.max(0, flightMs));
}

/**
 * The axes of one moment. Time is linear and grows with the flight. Heights are (m^power - 1), linear at
 * first (power 1); afterwards the power falls just so that the trail retains its shape while the scale
 * draws together like a slide rule's. So 2x and 100x both stay readable, however long it lasts.
 */
export type FlightScale = {
  spanMs: number;
  power: number;
  /** 0 at the left end, 1 at the right. */
  across(ms: number): number;
  /** 0 at the ground, 1 at the top. */
  up(multiplier: number): number;
};

/** The rocket stays left of this share of the width. */
const rocketAcross = 0.86;
const firstSpanMs = 10_000;
/** Top of the scale before it begins to draw together. */
const firstTop = 2.5;

export function flightScale(flightMs: number, growthPerMs: number): FlightScale {
  const spanMs = Math.max(firstSpanMs, flightMs / rocketAcross);
  const power = firstSpanMs / spanMs;
  // At growth 0.0001 the exponent at the rocket stays 0.86 for good, and so does the shape.
  const top = Math.max(firstTop, Math.exp(growthPerMs * firstSpanMs * rocketAcross) * 1.05) - 1;
  return {
    spanMs,
    power,
    across: (ms) => ms / spanMs,
    up: (multiplier) => (multiplier ** power - 1) / top,
  };
}

export type Tick = {
  at: number;
  value: number;
  /** 0 while it is only just not too close to a neighbor. */ alpha: number;
};

/** Values for the high striker's scale, the roundest first; closer than `gap` (a share of the height) none. */
export function strikerTicks(scale: FlightScale, gap: number): Tick[] {
  const chosen: Tick[] = [];
  for (const level of tickLevels) {
    for (const value of level) {
      const at = scale.up(value);
      if (at > 1.02) continue;
      const room = Math.min(...chosen.map((tick) => Math.abs(tick.at - at)), 1);
      if (room >= gap) chosen.push({ at, value, alpha: Math.min(1, (room - gap) / (gap * 0.25)) });
    }
  }
  return chosen.toSorted((a, b) => a.value - b.value);
}

const decades = [1, 10, 100, 1000, 10_000];
const tickLevels: readonly (readonly number[])[] = [
  decades,
  decades.flatMap((decade) => [2 * decade, 5 * decade]),
  decades.flatMap((decade) => [1.5 * decade, 3 * decade]),
  decades.flatMap((decade) => [2.5 * decade, 4 * decade, 7 * decade]),
];

/** Seconds between two lights, so that they stay countable: 1, 2, 5, 10, 20 … */
export function bulbStepSeconds(spanMs: number, maxBulbs: number): number {
  const steps = [1, 2, 5, 10, 20, 30, 60];
  return steps.find((step) => spanMs / 1000 / step <= maxBulbs) ?? 120;
}
