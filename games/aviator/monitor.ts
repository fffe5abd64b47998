/** How the monitor watches Aviator: by a cash-out at 2.00x in every round. */
import type { MonitoredGame } from '@fairground/fairness/monitor-day';
import { flightMsForCrash } from './rules.ts';

interface Outcome {
  crashMultiplier: number;
}

export const monitored: MonitoredGame = {
  /** To within 2^-52. */
  chance: ({ rtpBp }) => rtpBp && rtpBp / 20_000,
  wins: ({ crashMultiplier }: Outcome) => crashMultiplier >= 2,
  maxReturn: ({ rtpBp }) => rtpBp && rtpBp / 10_000,
  playedMs: ({ crashMultiplier }: Outcome) => flightMsForCrash(Math.round(crashMultiplier * 100)),
};
