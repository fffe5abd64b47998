/**
 * What a player has auto-play do, and where it stands: a pure state machine. It decides on each stake alone; a game
 * supplies how a round is played. Stakes are whole coins.
 */

/** The stakes that a game takes. */
export interface AutoPlayLimits {
  min: number;
  max: number;
  step: number;
}

/** The stake after a round: the same again, the first one again, twice or half of it. */
export const stakeRules = ['same', 'first', 'double', 'half'] as const;
export type StakeRule = (typeof stakeRules)[number];

export interface AutoPlayPlan {
  /** How many rounds are played at most. */
  rounds: number;
  firstStake: number;
  afterWin: StakeRule;
  afterLoss: StakeRule;
  /** The most coins that may be lost in all. */
  stopLoss: number;
  /** Ends once this many coins are won in all; null for never. */
  stopProfit: number | null;
}

export interface RoundOutcome {
  stake: number;
  /** With the stake, as the ledger pays it; the stake itself where the round was void. */
  payout: number;
}

export type EndReason =
  /** All rounds are played. */
  | 'rounds'
  /** The next stake could lose more than the stop-loss. */
  | 'stopLoss'
  | 'stopProfit'
  /** The balance does not reach for the next stake. */
  | 'balance'
  | 'player'
  | 'connection'
  /** The site refused the stake: a break, a limit, a closed game. */
  | 'refused';

export interface AutoPlayState {
  plan: AutoPlayPlan;
  limits: AutoPlayLimits;
  played: number;
  /** Coins won less coins lost. */
  net: number;
  nextStake: number;
}

export const maxRounds = 1_000;

export const beginAutoPlay = (plan: AutoPlayPlan, limits: AutoPlayLimits): AutoPlayState => ({
  plan,
  limits,
  played: 0,
  net: 0,
  nextStake: clampStake(plan.firstStake, limits),
});

/** A round that gave back exactly its stake is neither won nor lost: the stake stays. */
export function recordRound(state: AutoPlayState, { stake, payout }: RoundOutcome): AutoPlayState {
  const gain = payout - stake;
  const { plan } = state;
  const rule = gain > 0 ? plan.afterWin : gain < 0 ? plan.afterLoss : 'same';
  return {
    ...state,
    played: state.played + 1,
    net: state.net + gain,
    nextStake: clampStake(stakeBy(rule, state), state.limits),
  };
}

/** The stake in full steps that is next below, within the limits. */
const clampStake = (stake: number, { min, max, step }: AutoPlayLimits): number =>
  Math.max(min, Math.min(max, Math.floor(stake / step) * step));

const stakeBy = (rule: StakeRule, { nextStake, plan }: AutoPlayState): number => {
  switch (rule) {
    case 'same':
      return nextStake;
    case 'first':
      return plan.firstStake;
    case 'double':
      return 2 * nextStake;
    case 'half':
      return nextStake / 2;
  }
};

export type NextMove = { play: true; stake: number } | { play: false; reason: EndReason };

/** A stake is placed only where losing it cannot pass the stop-loss: so no plan ever loses a coin more. */
export function nextMove({ plan, played, net, nextStake }: AutoPlayState, balance: number): NextMove {
  if (plan.stopProfit !== null && net >= plan.stopProfit) return { play: false, reason: 'stopProfit' };
  if (played >= plan.rounds) return { play: false, reason: 'rounds' };
  if (net - nextStake < -plan.stopLoss) return { play: false, reason: 'stopLoss' };
  if (nextStake > balance) return { play: false, reason: 'balance' };
  return { play: true, stake: nextStake };
}

export type PlanFault = 'rounds' | 'stopLoss' | 'stopProfit';

/** Why a plan cannot begin, in the order of the form's fields. */
export function faultsOf(plan: AutoPlayPlan): PlanFault[] {
  const faults: PlanFault[] = [];
  if (!isPositiveInteger(plan.rounds, maxRounds)) faults.push('rounds');
  if (!isPositiveInteger(plan.stopLoss, Number.MAX_SAFE_INTEGER) || plan.stopLoss < plan.firstStake)
    faults.push('stopLoss');
  if (plan.stopProfit !== null && !isPositiveInteger(plan.stopProfit, Number.MAX_SAFE_INTEGER))
    faults.push('stopProfit');
  return faults;
}

const isPositiveInteger = (value: number, max: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= max;
