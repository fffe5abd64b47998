import { monitorSchema, type MonitorFeed } from '@fairground/contract/fairness';
import { emptySums } from '@fairground/fairness/monitor';
import { expect, it } from 'vitest';
import { monitorAnswer } from './answer.ts';

const sums = emptySums({ game: 'coinToss', terms: { max: 2 }, chance: 0.5, maxReturn: 0.98 });
const totals = { game: 'dice', bets: 1, staked: 10, paid: 0 };
const ended = { game: 'coinToss', id: '7', at: '2026-11-05T09:00:00.000Z', reason: 'restore' };
const day = { day: '2026-11-04', games: [sums], totals: [totals] };
const feed: MonitorFeed = {
  days: [day],
  since: { games: [sums], entries: [] },
  voids: [ended],
  beacon: null,
  log: { origin: 'fairground/ab/1', verifierKey: 'key', size: 12, at: ended.at, witnesses: [] },
};
const values = [undefined, 'x', true, []];

/** The object with each of its fields replaced in turn. */
const broken = <Part extends object>(part: Part): object[] =>
  Object.keys(part).flatMap((name) => values.map((value) => ({ ...part, [name]: value })));

it('reads what the page shows as the contract does', () => {
  const inputs = [
    feed,
    { ...feed, log: null },
    ...broken(sums).map((each) => ({ ...feed, since: { ...feed.since, games: [each] } })),
    ...broken(totals).map((each) => ({ ...feed, days: [{ ...day, totals: [each] }] })),
    ...broken(day).map((each) => ({ ...feed, days: [each] })),
    ...broken(ended).map((each) => ({ ...feed, voids: [each] })),
  ];
  for (const input of inputs) {
    const expected = monitorSchema.safeParse(input);
    expect(monitorAnswer.safeParse(input).success, JSON.stringify(input)).toBe(expected.success);
  }
});
