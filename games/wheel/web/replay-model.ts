/** A recorded spin as its replay shows it: the wheel turns and stops with the drawn segment at the top. Pure. */
import type { WheelRound } from '../round-contract.ts';
import { wheelRules } from '../rules.ts';
import { turnTo } from './components/turn.ts';

const restMs = 1_500;
export const replayMs = wheelRules.turnMs + restMs;

interface ReplayMoment {
  /** How far the wheel has turned, in degrees clockwise. */
  turn: number;
  hasStopped: boolean;
}

export function replayMomentAt({ segment }: WheelRound, atMs: number): ReplayMoment {
  const share = Math.min(1, atMs / wheelRules.turnMs);
  return { turn: turnTo(segment, 0) * (1 - (1 - share) ** 4), hasStopped: share === 1 };
}
