/**
 * How far behind the server's clock a flight is drawn. A crash is known here only once its message has arrived; a
 * curve drawn for the present would pass the crash point in the meantime and fall back. So the page measures how
 * late the ends of recent flights arrived, and draws each flight by the longest of these delays in the past.
 */
import type { AviatorDrawResult } from '../contract.ts';

export interface FlightDelay {
  /** Takes one message and the server's time at which it arrived. */
  learn(draw: AviatorDrawResult, arrivedMs: number): void;
  /** Changes between flights only, so that a curve in flight never jumps. */
  ms(): number;
}

/** Before anything was measured. */
export const firstDelayMs = 250;
/** For what varies between messages: on the way, in the clock's estimate, in a busy browser. */
export const marginMs = 60;
const maxDelayMs = 1_500;
const maxSamples = 16;

export function createFlightDelay(): FlightDelay {
  let samples: readonly number[] = [];
  let flyingId: string | null = null;
  return {
    learn(draw, arrivedMs) {
      if (draw.status === 'ongoing') {
        flyingId = draw.roundId;
        return;
      }
      // The end of a flight that was not followed is repeated on connecting: it is old, not late.
      if (draw.roundId !== flyingId) return;
      flyingId = null;
      const lateMs = arrivedMs - crashedAtMs(draw);
      samples = [...samples, Math.min(maxDelayMs, Math.max(0, lateMs))].slice(-maxSamples);
    },
    ms: () => (samples.length === 0 ? firstDelayMs : Math.max(...samples)) + marginMs,
  };
}

/** The moment at which a flight is drawn, by the server's clock: behind it by the delay, and never back. */
export function createDrawnClock(
  delayMs: () => number,
): (flight: { phase: string; startedAtMs: number | null }, serverMs: number) => number {
  let drawn = { startedAtMs: 0, atMs: 0 };
  return ({ phase, startedAtMs }, serverMs) => {
    const atMs = serverMs - delayMs();
    if (phase !== 'flying' || startedAtMs === null) return atMs;
    const isSame = drawn.startedAtMs === startedAtMs;
    drawn = { startedAtMs, atMs: isSame ? Math.max(drawn.atMs, atMs) : atMs };
    return drawn.atMs;
  };
}

const crashedAtMs = ({ startedAt, crashMultiplier, growthPerMs }: AviatorDrawResult): number =>
  Date.parse(startedAt) + Math.log(Math.max(1, crashMultiplier)) / growthPerMs;
