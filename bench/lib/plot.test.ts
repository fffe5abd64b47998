import { expect, it } from 'vitest';
import { growthOf } from './growth-lines.ts';
import { plotTable } from './plot.ts';
import { renderTable } from './results.ts';

const table = {
  title: 'A title',
  columns: [
    { figure: 'rate', label: 'bets/s', digits: 0 },
    { figure: 'p99Ms', label: 'p99', unit: 'ms', digits: 1 },
  ],
  reference: 'ours',
  subjects: [
    { name: 'ours', runs: { rate: [2_000, 1_000, 3_000], p99Ms: [9, 8, 7] } },
    { name: 'a <b> & c', runs: { rate: [1_000, 1_000, 1_000] } },
  ],
};

it('gives medians with the lowest and highest run, and the ratio of runs of the same round', () => {
  expect(renderTable(table).split('\n')[2]).toBe(
    '| ours      | 2,000 (1,000 to 3,000) | 8.0 (7.0 to 9.0) | 1.00 (1.00 to 1.00) |',
  );
  expect(renderTable(table).split('\n')[3]).toMatch(/1,000 \(1,000 to 1,000\).*0\.50 \(0\.33 to 1\.00\)/);
});

it('gives the median alone of a column without a range', () => {
  const [rate, p99] = table.columns;
  const exact = { ...table, columns: [rate!, { ...p99!, withoutRange: true }] };
  expect(renderTable(exact).split('\n')[2]).toMatch(/\| +2,000 \(1,000 to 3,000\) \| +8\.0 \|/);
});

it('draws bars in proportion to the medians, with lines to the extremes', () => {
  const svg = plotTable(table);
  const widths = [...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));
  expect(widths).toHaveLength(2);
  expect((widths[0] ?? 0) / (widths[1] ?? 1)).toBeCloseTo(2, 2);
  expect(svg).toContain('a &lt;b&gt; &amp; c');
});

it('leaves out subjects that have no such figure', () => {
  const { subjects, ...rest } = table;
  const svg = plotTable({ ...rest, subjects: [...subjects, { name: 'unknown', runs: {} }] });
  expect(svg.match(/<rect/g)).toHaveLength(2);
});

const bySize = {
  title: 'By size',
  columns: [
    { figure: 'us', label: 'settling', unit: 'µs', digits: 1, isLine: true },
    { figure: 'ms', label: 'in all', unit: 'ms', digits: 0 },
  ],
  sizes: { of: 'tickets', values: [1_000, 10_000, 100_000] },
  subjects: [
    { name: '1,000', runs: { us: [10, 8, 12], ms: [10] } },
    { name: '10,000', runs: { us: [20], ms: [200] } },
    { name: '100,000', runs: { us: [5], ms: [500] } },
  ],
};

it('compares the medians of a cost with that of the smallest size', () => {
  expect(growthOf(bySize)).toEqual([
    {
      name: 'settling, µs',
      points: [
        { size: 1_000, ratio: 1 },
        { size: 10_000, ratio: 2 },
        { size: 100_000, ratio: 0.5 },
      ],
    },
  ]);
});

it('leaves out sizes at which a cost was not measured', () => {
  const [first, ...others] = bySize.subjects;
  const subjects = [first ?? others[0], { name: '10,000', runs: {} }, others[1]].flatMap(
    (item) => item ?? [],
  );
  expect(growthOf({ ...bySize, subjects })[0]?.points.map(({ size }) => size)).toEqual([1_000, 100_000]);
});

it('draws sizes on a logarithmic axis and a line for each cost', () => {
  const svg = plotTable(bySize);
  const path = /class="cost c0" d="M([^"]+)"/.exec(svg)?.[1] ?? '';
  const [first, second, third] = path.split('L').map((point) => Number(point.split(' ')[0]));
  expect((second ?? 0) - (first ?? 0)).toBeCloseTo((third ?? 0) - (second ?? 0), 0);
  const [low, high] = path.split('L').map((point) => Number(point.split(' ')[1]));
  expect(high).toBeLessThan(low ?? 0);
  expect(svg).toContain('100,000');
  expect(svg).not.toContain('<rect');
});
