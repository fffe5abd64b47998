/** How the monitor watches Double Trouble: by a bet on Over in every draw. */
import type { LoggedTerms } from '@fairground/fairness/log-entry';
import type { MonitoredGame } from '@fairground/fairness/monitor-day';
import { doubleTroubleRules, returnBp, winningNumberCount, wins, type DoubleTroubleMax } from './rules.ts';

const over = { drawType: 'Over', number: null } as const;

export const monitored: MonitoredGame = {
  chance: (terms) => {
    const max = maxOf(terms);
    return max && winningNumberCount('Over', max) / max;
  },
  wins: ({ winningNumbers: [drawn = 0] }: { winningNumbers: readonly number[] }, terms) => {
    const max = maxOf(terms);
    return max !== undefined && wins(over, drawn, max);
  },
  maxReturn: (terms) => {
    const max = maxOf(terms);
    return max && Math.max(...doubleTroubleRules.drawTypes.map((type) => returnBp(type, max))) / 10_000;
  },
};

const maxOf = ({ max }: LoggedTerms): DoubleTroubleMax | undefined =>
  max === 30 || max === 50 ? max : undefined;
