/**
 * The flight in the air as public messages report it, without a clock of the server's: for the sky of the home page.
 */
import type { AviatorDrawResult } from '../contract.ts';
import { hundredthsAt } from './stage/flight.ts';

export interface SeenMoment {
  flightMs: number;
  growthPerMs: number;
  hundredths: number;
  isOver: boolean;
}

export interface SeenFlight {
  /** Takes one message as it came, and the page's time; other messages change nothing. */
  receive(text: string, nowMs: number): void;
  /** Never shows more than was confirmed; null before the first flight is known. */
  at(nowMs: number): SeenMoment | null;
}

/** Confirmations come four times a second: drawn so far behind, the picture does not wait for the next one. */
const delayMs = 350;
/** Further behind, such as in a tab that slept, the picture jumps. */
const maxBehindMs = 1_500;

export function createSeenFlight(): SeenFlight {
  let draw: AviatorDrawResult | null = null;
  let confirmedMs = 0;
  /** What has to be added to the page's time. */
  let offsetMs = 0;

  return {
    receive(text, nowMs) {
      const received = readDraw(text);
      if (received === null) return;
      const isNew = received.roundId !== draw?.roundId;
      draw = received;
      confirmedMs = Math.log(draw.crashMultiplier) / draw.growthPerMs;
      if (isNew || confirmedMs - (nowMs + offsetMs) > maxBehindMs) offsetMs = confirmedMs - delayMs - nowMs;
    },
    at(nowMs) {
      if (draw === null) return null;
      const { growthPerMs, crashMultiplier, status } = draw;
      const isOver = status === 'finished';
      const flightMs = isOver ? confirmedMs : Math.max(0, Math.min(confirmedMs, nowMs + offsetMs));
      const confirmed = Math.round(100 * crashMultiplier);
      const hundredths = isOver ? confirmed : Math.min(confirmed, hundredthsAt(flightMs, growthPerMs));
      return { flightMs, growthPerMs, hundredths, isOver };
    },
  };
}

/** The schemas of live messages weigh more than the page can carry. */
function readDraw(text: string): AviatorDrawResult | null {
  const { type, payload } = JSON.parse(text) as {
    type?: string;
    payload?: { success?: boolean; data?: AviatorDrawResult };
  };
  return type === 'aviatorDrawResult_response' && payload?.success === true ? (payload.data ?? null) : null;
}
