/** The rules of play of the strategy lab, as plans of auto-play: so the lab shows what auto-play would do. */
import type { AutoPlayLimits, AutoPlayPlan, StakeRule } from '../auto-play/plan.ts';

export const labRules = ['flat', 'martingale', 'reverse'] as const;
export type LabRule = (typeof labRules)[number];

/** The stake after a win, and after a loss. */
const stakeRulesOf: Record<LabRule, readonly [StakeRule, StakeRule]> = {
  flat: ['same', 'same'],
  martingale: ['first', 'double'],
  reverse: ['double', 'first'],
};

export interface LabPlay {
  rule: LabRule;
  firstStake: number;
  /** No stake is larger; null for the limit of the game. */
  maxStake: number | null;
  rounds: number;
  stopLoss: number | null;
  stopProfit: number | null;
}

export function planOf(
  { rule, firstStake, maxStake, rounds, stopLoss, stopProfit }: LabPlay,
  limits: AutoPlayLimits,
): { plan: AutoPlayPlan; limits: AutoPlayLimits } {
  const [afterWin, afterLoss] = stakeRulesOf[rule];
  return {
    // Without a stop-loss the balance alone ends a session.
    plan: { rounds, firstStake, afterWin, afterLoss, stopLoss: stopLoss ?? Infinity, stopProfit },
    limits: { ...limits, max: Math.min(limits.max, maxStake ?? limits.max) },
  };
}
