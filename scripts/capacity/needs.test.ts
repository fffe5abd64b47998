import { expect, it } from 'vitest';
import type { Costs } from './model.ts';
import { renderNeeds } from './needs.ts';

const part = { siteUs: 10, databaseUs: 10, logBytes: 100, storedBytes: 100 };
const costs: Costs = {
  bets: [{ ...part, perSecond: 1_000, answerBytes: 100 }],
  second: part,
  loss: part,
  automatic: part,
  byHand: part,
  siteUsPerMessage: 5,
  bytesPerSocket: 8_192,
  messagesPerSecond: { watching: 1, betting: 3 },
};

it('has a column for each number of players, and where each limit is reached', () => {
  const [head, , ...rows] = renderNeeds([10_000, 1_000_000], costs)
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(head).toEqual(['', 'players at the same time', '10,000', '1,000,000', 'full at', '']);
  expect(rows.find(([, name]) => name === 'bets per second in the countdown')).toEqual([
    '',
    'bets per second in the countdown',
    '500',
    '50,000',
    '',
    '',
  ]);
  const connections = rows.find(([, name]) => name === 'connections of PostgreSQL, of the limit') ?? [];
  expect(connections[2]).toBe('12 %');
  expect(Number(connections[4]?.replaceAll(',', ''))).toBeGreaterThan(10_000);
});
