/** The flight in the air as the stall's messages report it, once a second and without a clock of the server's. */
import type { AviatorStall } from '../contract.ts';
import { hundredthsAt } from './stage/flight.ts';

export type SeenDraw = NonNullable<AviatorStall['flight']>;

export interface SeenMoment {
  flightMs: number;
  growthPerMs: number;
  hundredths: number;
  isOver: boolean;
}

export interface SeenFlight {
  /** Takes what a message said of the flight, and the page's time. */
  receive(draw: SeenDraw, nowMs: number): void;
  /** Never shows more than was confirmed; null before the first flight is known. */
  at(nowMs: number): SeenMoment | null;
}

/** Confirmations come once a second: drawn so far behind, the picture does not wait for the next one. */
const delayMs = 1_300;
/** Further behind, such as in a tab that slept, the picture jumps. */
const maxBehindMs = 3_000;

export function createSeenFlight(): SeenFlight {
  let draw: SeenDraw | null = null;
  let confirmedMs = 0;
  /** What has to be added to the page's time. */
  let offsetMs = 0;

  return {
    receive(received, nowMs) {
      const isNew = received.roundId !== draw?.roundId;
      draw = received;
      confirmedMs = Math.log(draw.multiplier) / draw.growthPerMs;
      if (isNew || confirmedMs - (nowMs + offsetMs) > maxBehindMs) offsetMs = confirmedMs - delayMs - nowMs;
    },
    at(nowMs) {
      if (draw === null) return null;
      const { growthPerMs, multiplier, isOver } = draw;
      const flightMs = isOver ? confirmedMs : Math.max(0, Math.min(confirmedMs, nowMs + offsetMs));
      const confirmed = Math.round(100 * multiplier);
      const hundredths =
        flightMs === confirmedMs ? confirmed : Math.min(confirmed, hundredthsAt(flightMs, growthPerMs));
      return { flightMs, growthPerMs, hundredths, isOver };
    },
  };
}
