/**
 * Which moment of a flight is drawn. The server confirms the multiplier four times a second, or every second or
 * 2.5 s for spectators, and a crash is known here only once its message has arrived; a curve drawn for the present
 * would pass the crash point in the meantime and fall back. So nothing is drawn above the last multiplier
 * that was confirmed, and the flight is drawn so far in the past that the next confirmation has usually
 * arrived before it is needed.
 */
import type { Ticks } from '@fairground/site-kit/realtime/live-client.ts';
import type { AviatorDrawResult } from '../contract.ts';
import { hundredthsAt } from './stage/flight.ts';

export interface FlightTracker {
  /** How often confirmations come from now on; what was measured before no longer counts. */
  setPace(pace: Ticks): void;
  /** How often confirmations come without ticks, as the server says: the more often, the fewer watch. */
  setSparseEvery(ms: number): void;
  /** Takes one message and the server's time at which it arrived. */
  learn(draw: AviatorDrawResult, arrivedMs: number): void;
  /** How far behind the server's clock flights are drawn. */
  delayMs(): number;
  /**
   * The moment to draw, in milliseconds since take-off: never one that shows more than was confirmed, and never an
   * earlier one than before.
   */
  drawnMs(flight: { startedAtMs: number; growthPerMs: number }, serverMs: number): number;
}

/** Before anything was measured: with four confirmations a second, and what a rarer one takes to arrive. */
export const firstDelayMs = 300;
export const sparseLatencyMs = 150;
/** Before the server has said how often confirmations come without ticks. */
const firstSparseEveryMs = 1_000;
/** For what varies between messages: in the clock's estimate, in a busy browser. */
export const marginMs = 30;
/** A gap that is longer by more than this is a lost message or a lost connection, and no reason to draw later. */
const maxLateMs = 1_200;
/** Half a minute of flight. */
const maxSamples = 120;

export function createFlightTracker(): FlightTracker {
  let pace: Ticks = 'all';
  let sparseEveryMs = firstSparseEveryMs;
  let samples: readonly number[] = [];
  let delayMs = firstDelayMs + marginMs;
  /** The last moment of the flight at which no more is shown than was confirmed. */
  let confirmed: { startedAtMs: number; ms: number } | null = null;
  let drawn = { startedAtMs: Number.NaN, ms: 0 };

  /** How far the server's clock was ahead of what was confirmed when the next confirmation arrived. */
  const measure = (neededMs: number): void => {
    if (neededMs > maxLateMs + (pace === 'all' ? firstDelayMs : sparseEveryMs)) return;
    samples = [...samples, Math.max(0, neededMs)].slice(-maxSamples);
  };

  /** Nothing is known of the new pace but what was announced. */
  const restart = (): void => {
    samples = [];
    delayMs = (pace === 'all' ? firstDelayMs : sparseEveryMs + sparseLatencyMs) + marginMs;
  };

  return {
    setPace(next) {
      if (next === pace) return;
      pace = next;
      restart();
    },
    setSparseEvery(ms) {
      if (ms === sparseEveryMs) return;
      sparseEveryMs = ms;
      if (pace !== 'sparse') return;
      const beforeMs = delayMs;
      restart();
      // In flight only longer, as with what is measured.
      if (confirmed !== null) delayMs = Math.max(delayMs, beforeMs);
    },
    learn(draw, arrivedMs) {
      const startedAtMs = Date.parse(draw.startedAt);
      const isSame = confirmed?.startedAtMs === startedAtMs;
      if (confirmed !== null && isSame) measure(arrivedMs - startedAtMs - confirmed.ms);
      // Shorter only between flights, so that a flight is never drawn faster than it is; longer immediately.
      const neededMs = samples.length === 0 ? delayMs : Math.max(...samples) + marginMs;
      delayMs = isSame ? Math.max(delayMs, neededMs) : neededMs;
      if (draw.status === 'finished') {
        confirmed = null;
        return;
      }
      const ms = lastMsShowing(Math.round(draw.crashMultiplier * 100), draw.growthPerMs);
      confirmed = { startedAtMs, ms: confirmed !== null && isSame ? Math.max(confirmed.ms, ms) : ms };
    },
    delayMs: () => delayMs,
    drawnMs({ startedAtMs }, serverMs) {
      const isSame = drawn.startedAtMs === startedAtMs;
      const limitMs = confirmed?.startedAtMs === startedAtMs ? confirmed.ms : 0;
      const ms = Math.max(0, Math.min(serverMs - delayMs - startedAtMs, limitMs));
      drawn = { startedAtMs, ms: isSame ? Math.max(drawn.ms, ms) : ms };
      return drawn.ms;
    },
  };
}

/** The last millisecond of a flight at which the curve shows no more than a multiplier. */
export function lastMsShowing(hundredths: number, growthPerMs: number): number {
  let ms = Math.max(0, Math.ceil(Math.log((hundredths + 1) / 100) / growthPerMs));
  while (ms > 0 && hundredthsAt(ms, growthPerMs) > hundredths) ms -= 1;
  return ms;
}
