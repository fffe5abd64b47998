/**
 * What a player has auto-play do, and its state: a pure state machine. It decides on each stake alone; a game
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

export const recordRound = (state: AutoPlayState, { stake, payout }: RoundOutcome): AutoPlayState => ({
  ...state,
  played: state.played + 1,
  net: state.net + payout - stake,
  nextStake: stakeAfter(state, payout - stake),
});

/**
 * The stake after a round that won this many coins, or lost them if negative. A round that gave back exactly its
 * stake is neither won nor lost: the stake stays.
 */
export function stakeAfter(state: AutoPlayState, gain: number): number {
  const { plan, limits } = state;
  const rule = gain > 0 ? plan.afterWin : gain < 0 ? plan.afterLoss : 'same';
  return clampStake(stakeBy(rule, state), limits);
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

export function nextMove(state: AutoPlayState, balance: number): NextMove {
  const reason = endOf(state, balance);
  return reason === null ? { play: true, stake: state.nextStake } : { play: false, reason };
}

/**
 * Why no further stake is placed, or null where one is: only where losing it cannot pass the stop-loss, so no plan ever
 * loses a coin more.
 */
export function endOf({ plan, played, net, nextStake }: AutoPlayState, balance: number): EndReason | null {
  if (plan.stopProfit !== null && net >= plan.stopProfit) return 'stopProfit';
  if (played >= plan.rounds) return 'rounds';
  if (net - nextStake < -plan.stopLoss) return 'stopLoss';
  return nextStake > balance ? 'balance' : null;
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
