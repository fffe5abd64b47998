import { expect, it } from 'vitest';
import type { BenchResult } from '../../bench/lib/results.ts';
import { renderGrowth } from './growth-table.ts';
import { renderMeasures } from './measures.ts';

const resultOf = (name: string, subjects: BenchResult['tables'][number]['subjects']): BenchResult => ({
  name,
  machine: 'a machine',
  day: '2026-01-02',
  tables: [{ title: 'A table', columns: [], subjects }],
});
const budgets = {
  publicPages: { '/': { kilobytes: 80, requests: 9 }, '/login': { kilobytes: 90, requests: 15 } },
  playerPages: {
    '/games/aviator': { kilobytes: 150, requests: 12 },
    '/games/minefield': { kilobytes: 140, requests: 15 },
    '/games': { kilobytes: 130, requests: 16 },
  },
};
const rowOf = (text: string, what: string): string[] =>
  (text.split('\n').find((line) => line.startsWith(`| ${what} `)) ?? '')
    .split('|')
    .map((cell) => cell.trim());

it('says that a measure without results was not measured', () => {
  const row = rowOf(renderMeasures({}, budgets), 'memory of an idle connection');
  expect(row.slice(2, 6)).toEqual(['`fan-out`', 'not measured', 'at most 7 KiB', '']);
});

it.each([
  [[6.9, 7, 7.2], '7.0 KiB', 'yes'],
  [[7.1, 7.1, 7], '7.1 KiB', 'no'],
])('takes the median of the runs %j', (idleSocketKiB, text, isReached) => {
  const results = { 'fan-out': resultOf('fan-out', [{ name: 'gateway', runs: { idleSocketKiB } }]) };
  const row = rowOf(renderMeasures(results, budgets), 'memory of an idle connection');
  expect(row.slice(2, 6)).toEqual(['`fan-out`, 2026-01-02', text, 'at most 7 KiB', isReached]);
  expect(row[6] === '').toBe(isReached === 'yes');
});

it('compares runs of the same round', () => {
  const results = {
    bets: resultOf('bets', [
      { name: 'the site, with a key', runs: { rate: [3_000, 1_000, 5_000] } },
      { name: 'pgbench: the statement of a bet', runs: { rate: [1_000, 500, 1_000] } },
    ]),
  };
  const what = 'durable bets with a key, next to pgbench with the same statement';
  expect(rowOf(renderMeasures(results, budgets), what).slice(3, 6)).toEqual([
    '3.00 x',
    'at least 2 x',
    'yes',
  ]);
});

it('compares the writes of a second of watching with all messages of socket.io, each written by itself', () => {
  const results = {
    'fan-out': resultOf('fan-out', [
      { name: 'gateway', runs: { deliveryUs: [5] } },
      { name: 'socket.io, one room', runs: { deliveryUs: [10] } },
    ]),
    spectators: resultOf('spectators', [
      { name: 'one of many spectators', runs: { writesPerSecond: [1], perSecond: [2] } },
      { name: 'player with a bet, at the same time', runs: { writesPerSecond: [3], perSecond: [4] } },
    ]),
  };
  const what = 'a second of watching, next to socket.io with all ticks for everyone';
  expect(rowOf(renderMeasures(results, budgets), what)[3]).toBe('0.13 x');
});

it('takes the heaviest page of each kind', () => {
  const text = renderMeasures({}, budgets);
  const cells = (kind: string) => rowOf(text, `script of ${kind}, budget of the heaviest one`).slice(3, 6);
  expect(cells('games')).toEqual(['150.0 KB in 15 files; 1 of 2 within', '140 KB in 15 files', 'no']);
  expect(cells('public pages')).toEqual(['90.0 KB in 15 files; 2 of 2 within', '90 KB in 15 files', 'yes']);
  expect(cells('other pages of players')).toEqual([
    '130.0 KB in 16 files; 0 of 1 within',
    '140 KB in 15 files',
    'no',
  ]);
});

it('compares the largest size with the smallest, for tables with sizes', () => {
  const [plain] = resultOf('bets', []).tables;
  const sized = {
    title: 'By size',
    columns: [{ figure: 'us', label: 'settling', unit: 'µs', digits: 1, isLine: true }],
    sizes: { of: 'tickets', values: [1_000, 1_000_000] },
    subjects: [
      { name: 'few', runs: { us: [8] } },
      { name: 'many', runs: { us: [10] } },
    ],
  };
  const result = { ...resultOf('lottery', []), tables: plain ? [plain, sized] : [] };
  const [, , ...rows] = renderGrowth([result]).split('\n');
  expect(rows.map((row) => row.split('|').map((cell) => cell.trim()))).toEqual([
    ['', 'settling, µs', '1,000 to 1,000,000 tickets', '`lottery`, 2026-01-02', '1.25 x', ''],
  ]);
});
