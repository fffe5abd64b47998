/** A recorded round as its replay shows it. Pure. */
import type { AviatorRound } from '../round-contract.ts';
import { flightMsForCrash, multiplierAtMs } from '../rules.ts';

/** How long the burst is shown after the flight. */
export const burstShownMs = 2_500;

const crashHundredthsOf = ({ crashMultiplier }: AviatorRound): number => Math.round(crashMultiplier * 100);

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
