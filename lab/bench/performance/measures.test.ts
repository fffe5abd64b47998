import { expect, it } from 'vitest';
import type { BenchResult } from '../lib/results.ts';
import { renderMeasures } from './measures.ts';

const resultOf = (name: string, subjects: BenchResult['tables'][number]['subjects']): BenchResult => ({
  name,
  machine: 'a machine',
  day: '2026-01-02',
  tables: [{ title: 'A table', columns: [], subjects }],
});
const budgets = {
  publicPages: { '/': { kilobytes: 70, requests: 9 }, '/login': { kilobytes: 80, requests: 15 } },
  playerPages: {
    '/games/aviator': { kilobytes: 150, requests: 12 },
    '/games/minefield': { kilobytes: 140, requests: 15 },
    '/games': { kilobytes: 130, requests: 16 },
  },
};
/** Benchmark and what, value, aim, reached. */
const rowOf = (text: string, what: string): string[] =>
  (text.split('\n').find((line) => line.includes(`: ${what} `)) ?? '')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

it('says that a measure without results was not measured', () => {
  const row = rowOf(renderMeasures({}, budgets), 'memory of an idle connection');
  expect(row).toEqual(['fan-out: memory of an idle connection', 'not measured', 'at most 7 KiB', '']);
});

it.each([
  [[6.9, 7, 7.2], '7.0 KiB', 'yes'],
  [[7.1, 7.1, 7], '7.1 KiB', 'no'],
])('takes the median of the runs %j', (idleSocketKiB, text, isReached) => {
  const results = { 'fan-out': resultOf('fan-out', [{ name: 'gateway', runs: { idleSocketKiB } }]) };
  const rendered = renderMeasures(results, budgets);
  expect(rowOf(rendered, 'memory of an idle connection').slice(1)).toEqual([
    text,
    'at most 7 KiB',
    isReached,
  ]);
  expect(rendered.includes('- **fan-out: memory of an idle connection**: ')).toBe(isReached === 'no');
});

it('compares runs of the same round', () => {
  const results = {
    bets: resultOf('bets', [
      { name: 'the site, with a key', runs: { rate: [3_000, 1_000, 5_000] } },
      { name: 'pgbench: the statement of a bet', runs: { rate: [1_000, 500, 1_000] } },
    ]),
  };
  const what = 'next to pgbench with the same statement';
  expect(rowOf(renderMeasures(results, budgets), what).slice(1)).toEqual(['3.00 x', 'at least 2 x', 'yes']);
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
  const what = 'a second of watching, next to socket.io';
  expect(rowOf(renderMeasures(results, budgets), what)[1]).toBe('0.13 x');
});

it('takes the heaviest page of each kind', () => {
  const text = renderMeasures({}, budgets);
  const cells = (kind: string) => rowOf(text, `script of ${kind}, the heaviest`).slice(1);
  expect(cells('games')).toEqual(['150.0 KB, 15 files', '120 KB, 15 files', 'no']);
  expect(cells('public pages')).toEqual(['80.0 KB, 15 files', '80 KB, 15 files', 'yes']);
  expect(cells("players' other pages")).toEqual(['130.0 KB, 16 files', '120 KB, 15 files', 'no']);
});
