import type { PlaySummary } from '@fairground/contract/play';
import { describe, expect, it } from 'vitest';
import { changeBySource, changeOverTime, multiplierCounts, ofSource, totalsOf } from './sums.ts';

const multipliers = (...counts: number[]) => Array.from({ length: 9 }, (_, at) => counts[at] ?? 0);

const summary: PlaySummary = {
  from: '2026-02-27',
  to: '2026-03-02',
  since: null,
  days: [
    {
      day: '2026-02-27',
      source: 'cups',
      entries: 2,
      paid: 200,
      received: 150,
      multipliers: multipliers(1, 0, 0, 1),
    },
    {
      day: '2026-03-01',
      source: 'cups',
      entries: 1,
      paid: 100,
      received: 300,
      multipliers: multipliers(0, 0, 0, 0, 0, 1),
    },
    { day: '2026-03-01', source: 'dice', entries: 1, paid: 70, received: 0, multipliers: multipliers(1) },
    { day: '2026-03-01', source: 'ad', entries: 2, paid: 0, received: 100, multipliers: multipliers() },
    {
      day: '2026-03-02',
      source: 'correction',
      entries: 1,
      paid: 30,
      received: 0,
      multipliers: multipliers(),
    },
  ],
};

describe('the sums of the page', () => {
  it('keep gifts apart from what bets paid', () => {
    expect(totalsOf(summary)).toEqual({ bets: 4, paid: 370, received: 450, change: 80, gifts: 70 });
    expect(totalsOf(ofSource(summary, 'dice'))).toEqual({
      bets: 1,
      paid: 70,
      received: 0,
      change: -70,
      gifts: 0,
    });
  });

  it('add up the change day by day, with days on which nobody played', () => {
    expect(changeOverTime(summary)).toEqual([
      { of: '2026-02-27', change: -50 },
      { of: '2026-02-28', change: -50 },
      { of: '2026-03-01', change: 80 },
      { of: '2026-03-02', change: 80 },
    ]);
  });

  it('order sources by their change', () => {
    expect(changeBySource(summary)).toEqual([
      { of: 'cups', change: 150 },
      { of: 'ad', change: 100 },
      { of: 'correction', change: -30 },
      { of: 'dice', change: -70 },
    ]);
  });

  it('count bets by their multiplier', () => {
    expect(multiplierCounts(summary)).toEqual([2, 0, 0, 1, 0, 1, 0, 0, 0]);
  });
});
