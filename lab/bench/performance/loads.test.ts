import { expect, it } from 'vitest';
import type { BenchResult } from '../lib/results.ts';
import { renderLoads } from './loads.ts';

const resultOf = (name: string, subjects: BenchResult['tables'][number]['subjects']): BenchResult => ({
  name,
  machine: 'a machine',
  day: '2026-01-02',
  tables: [{ title: 'A table', columns: [], subjects }],
});
const cellsOf = (text: string): string[][] =>
  text.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

it('shows what was measured of a second, and nothing where nothing was', () => {
  const [, , nobody, players] = cellsOf(
    renderLoads({
      capacity: resultOf('capacity', [
        {
          name: 'nobody',
          runs: { siteUs: [20_000], databaseUs: [9_000, 11_000, 10_000], logBytes: [16_400] },
        },
        { name: 'players', runs: { rate: [208.4], siteUs: [349_000], messages: [18_521] } },
      ]),
    }),
  );
  expect(nobody).toEqual(['nobody', '', '2 %', '1 %', '16 KB', '', '']);
  expect(players).toEqual(['players', '208', '35 %', '', '', '', '18,521']);
});

it('multiplies the costs of a bet by how many there were, the lowest rate first', () => {
  const runs = (rate: number) => ({ rate: [rate], programUs: [100], databaseUs: [50], logBytes: [2_000] });
  const rows = cellsOf(
    renderLoads({
      bets: resultOf('bets', [
        { name: '256 in flight, with a key', runs: runs(8_000) },
        { name: '1 in flight, with a key', runs: runs(500) },
        { name: '50 % of the highest rate', runs: runs(4_000) },
      ]),
    }),
  ).slice(2);
  expect(rows).toEqual([
    ['bets alone, 50 % of the highest rate', '4,000', '40 %', '20 %', '8,000 KB', '', ''],
    ['bets alone, 256 in flight', '8,000', '80 %', '40 %', '16,000 KB', '', ''],
  ]);
});
