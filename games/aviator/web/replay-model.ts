/** A recorded round as its replay shows it. Pure. */
import type { OwnStake } from '@fairground/contract/rounds';
import type { AviatorRound } from '../round-contract.ts';
import { flightMsForCrash, multiplierAtMs } from '../rules.ts';

/** How long the burst is shown after the flight. */
export const burstShownMs = 2_500;

/** Expects a round with a crash; others have no replay. */
const crashHundredthsOf = ({ crashMultiplier }: AviatorRound): number =>
  Math.round((crashMultiplier ?? 1) * 100);

export const flightMsOf = (round: AviatorRound): number => flightMsForCrash(crashHundredthsOf(round));

export const replayMsOf = (round: AviatorRound): number => flightMsOf(round) + burstShownMs;

interface ReplayMoment {
  flightMs: number;
  /** Since the burst; null before. */
  burstMs: number | null;
  /** What the multiplier shows. */
  hundredths: number;
}

export function replayMomentAt(round: AviatorRound, atMs: number): ReplayMoment {
  const flownMs = flightMsOf(round);
  return atMs < flownMs
    ? { flightMs: atMs, burstMs: null, hundredths: multiplierAtMs(atMs) }
    : { flightMs: flownMs, burstMs: atMs - flownMs, hundredths: crashHundredthsOf(round) };
}

/** A press of the player, where it is marked. */
export interface ReplayPress {
  /** When the server had received it, since take-off; the burst has no later place. */
  flightMs: number;
  /** The mark is shown this many milliseconds into the replay. */
  shownFromMs: number;
  /** Milliseconds after the burst; negative before it. */
  afterBurstMs: number;
}

export function pressesOf(round: AviatorRound, ownStakes: readonly OwnStake[]): ReplayPress[] {
  const flownMs = flightMsOf(round);
  return ownStakes.flatMap(({ press }) => {
    if (press === undefined) return [];
    const { afterEndMs } = press;
    return [
      {
        flightMs: Math.max(0, Math.min(flownMs, flownMs + afterEndMs)),
        // A press long after the burst is shown with the end of the replay.
        shownFromMs: Math.max(0, flownMs + Math.min(afterEndMs, burstShownMs)),
        afterBurstMs: afterEndMs,
      },
    ];
  });
}
