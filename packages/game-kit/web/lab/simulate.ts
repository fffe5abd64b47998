/**
 * Plays sessions of a game by a plan of auto-play, whose own functions decide on each stake. Nothing is allocated in a
 * round: a hundred thousand sessions of a hundred rounds are ten million of them.
 */
import {
  endOf,
  stakeAfter,
  type AutoPlayLimits,
  type AutoPlayPlan,
  type EndReason,
} from '../auto-play/plan.ts';
import type { LabGame } from './part.ts';
import type { LabRandom } from './random.ts';
import { spreadOf, type Spread } from './spread.ts';

export interface LabRun {
  game: LabGame;
  plan: AutoPlayPlan;
  limits: AutoPlayLimits;
  /** Coins at the beginning of each session. */
  balance: number;
  sessions: number;
}

export interface LabResult {
  sessions: number;
  /** Totals of all sessions: rounds, and coins staked and paid. */
  rounds: number;
  staked: number;
  paid: number;
  /** What the rules pay on average for exactly these stakes. */
  expectedPaid: number;
  /** The standard deviation of `paid` around it, by the rules. */
  paidDeviation: number;
  /** Sessions that ended with more coins than they began with, and with as many. */
  ahead: number;
  even: number;
  /** Sessions that ended because the coins did not reach for the next stake, or for any. */
  ruined: number;
  /** Why sessions ended, and how many. */
  ends: Readonly<Partial<Record<EndReason, number>>>;
  spread: Spread;
  /** The balance of some sessions at regular intervals; null after their end. */
  paths: { every: number; balances: readonly (readonly (number | null)[])[] };
}

/** What is known of a stake: its payouts by outcome, and in how many rounds it was placed. */
interface StakeRow {
  stake: number;
  payouts: Float64Array;
  rounds: number;
}

const pathCount = 5;
const maxPathSteps = 100;

export interface Simulation {
  /** Plays further sessions, up to the number of the run, and returns how many are played. */
  play(sessions: number): number;
  result(): LabResult;
}

export function createSimulation(run: LabRun, random: LabRandom): Simulation {
  const { game, plan, limits, balance, sessions } = run;
  const rows = new Map<number, StakeRow>();
  const balances = new Float64Array(sessions);
  const ends: Partial<Record<EndReason, number>> = {};
  const every = Math.max(1, Math.ceil(plan.rounds / maxPathSteps));
  const paths: (number | null)[][] = [];
  // One object for all sessions.
  const state = { plan, limits, played: 0, net: 0, nextStake: 0 };
  const firstStake = stakeAfter({ ...state, nextStake: plan.firstStake }, 0);
  let played = 0;
  let paid = 0;
  let ahead = 0;
  let even = 0;
  let ruined = 0;

  function rowOf(stake: number): StakeRow {
    const known = rows.get(stake);
    if (known !== undefined) return known;
    const payouts = Float64Array.from(game.chances, (_, outcome) => game.payout(stake, outcome));
    const row = { stake, payouts, rounds: 0 };
    rows.set(stake, row);
    return row;
  }

  function playSession(path: (number | null)[] | undefined): EndReason {
    state.played = 0;
    state.net = 0;
    state.nextStake = firstStake;
    let row = rowOf(firstStake);
    for (;;) {
      if (path && state.played % every === 0) path[state.played / every] = balance + state.net;
      const reason = endOf(state, balance + state.net);
      if (reason !== null) return reason;
      const stake = state.nextStake;
      if (row.stake !== stake) row = rowOf(stake);
      row.rounds += 1;
      const payout = row.payouts[game.playOnce(random)] ?? 0;
      paid += payout;
      state.nextStake = stakeAfter(state, payout - stake);
      state.net += payout - stake;
      state.played += 1;
    }
  }

  return {
    play(count) {
      const until = Math.min(sessions, played + count);
      for (; played < until; played++) {
        const path = played < pathCount ? emptyPath(plan.rounds, every) : undefined;
        const reason = playSession(path);
        const end = balance + state.net;
        balances[played] = end;
        ends[reason] = (ends[reason] ?? 0) + 1;
        if (state.net > 0) ahead += 1;
        else if (state.net === 0) even += 1;
        if (reason === 'balance' || end < limits.min) ruined += 1;
        if (path) paths.push(path);
      }
      return played;
    },
    result() {
      const stakes = [...rows.values()];
      const sumOf = (of: (row: StakeRow) => number): number =>
        stakes.reduce((sum, row) => sum + row.rounds * of(row), 0);
      return {
        sessions: played,
        rounds: sumOf(() => 1),
        staked: sumOf(({ stake }) => stake),
        paid,
        expectedPaid: sumOf(({ payouts }) => meanOf(game.chances, payouts)),
        paidDeviation: Math.sqrt(sumOf(({ payouts }) => varianceOf(game.chances, payouts))),
        ahead,
        even,
        ruined,
        ends,
        spread: spreadOf(balances.slice(0, played), balance),
        paths: { every, balances: paths },
      };
    },
  };
}

const emptyPath = (rounds: number, every: number): (number | null)[] =>
  Array.from({ length: Math.floor(rounds / every) + 1 }, () => null);

const meanOf = (chances: readonly number[], payouts: Float64Array): number =>
  chances.reduce((sum, chance, outcome) => sum + chance * (payouts[outcome] ?? 0), 0);

function varianceOf(chances: readonly number[], payouts: Float64Array): number {
  const mean = meanOf(chances, payouts);
  return chances.reduce((sum, chance, outcome) => sum + chance * ((payouts[outcome] ?? 0) - mean) ** 2, 0);
}
