/** A recorded draw as its replay shows it: the drum turns, a ball is lifted onto the stand. Pure. */
import type { DoubleTroubleRound } from '../round-contract.ts';

const mixMs = 2_000;
const liftMs = 800;
export const replayMs = 4_000;

interface ReplayMoment {
  /** How far the balls in the drum are turned, in degrees: they end where they rest. */
  turn: number;
  /** The drawn number, once its ball has left the drum. */
  number: number | null;
  /** How far it has come: 1 on the stand. */
  lifted: number;
}

const turns = 720;

export function replayMomentAt({ winningNumber }: DoubleTroubleRound, atMs: number): ReplayMoment {
  const left = 1 - Math.min(1, atMs / mixMs);
  return {
    turn: -turns * left ** 2,
    number: atMs < mixMs ? null : winningNumber,
    lifted: Math.min(1, Math.max(0, (atMs - mixMs) / liftMs)),
  };
}
