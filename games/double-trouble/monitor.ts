/** How the monitor watches Double Trouble: by a bet on Over in every draw. */
import type { RoundRules } from '@fairground/fairness/monitor';
import type { MonitoredGame } from '@fairground/fairness/monitor-day';
import { doubleTroubleRules, returnBp, winningNumberCount, wins, type DoubleTroubleMax } from './rules.ts';

const over = { drawType: 'Over', number: null } as const;

export const monitored: MonitoredGame = {
  chance: (rules) => {
    const max = maxOf(rules);
    return max && winningNumberCount('Over', max) / max;
  },
  wins: ({ winningNumbers: [drawn = 0] }: { winningNumbers: readonly number[] }, rules) => {
    const max = maxOf(rules);
    return max !== undefined && wins(over, drawn, max);
  },
  maxReturn: (rules) => {
    const max = maxOf(rules);
    return max && Math.max(...doubleTroubleRules.drawTypes.map((type) => returnBp(type, max))) / 10_000;
  },
};

const maxOf = ({ max }: RoundRules): DoubleTroubleMax | undefined =>
  max === 30 || max === 50 ? max : undefined;
