/**
 * How the monitor watches the lottery: by a ticket with the numbers 1 to 6 in every draw, which
 * has one of them right or not.
 */
import type { MonitoredGame } from '@fairground/fairness/monitor-day';
import { lotteryDraws, lotteryReturn, lotteryRules, waysToMatch } from './rules.ts';

const { paid, staked } = lotteryReturn();

export const monitored: MonitoredGame = {
  chance: () => 1 - Number(waysToMatch(0)) / Number(lotteryDraws),
  wins: ({ winningNumbers }: { winningNumbers: readonly number[] }) =>
    winningNumbers.some((number) => number <= lotteryRules.picks),
  maxReturn: () => Number(paid) / Number(staked),
};
