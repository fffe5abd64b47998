/** A recorded draw as its replay shows it: one ball after another, in the order in which results are written. Pure. */
import type { LotteryRound } from '../round-contract.ts';

export const ballMs = 900;
const shownMs = 1_500;

export const replayMsOf = ({ winningNumbers }: LotteryRound): number =>
  winningNumbers.length * ballMs + shownMs;

/** The balls that are out at a moment. */
export const ballsAt = ({ winningNumbers }: LotteryRound, atMs: number): readonly number[] =>
  winningNumbers.slice(0, Math.floor(atMs / ballMs));
