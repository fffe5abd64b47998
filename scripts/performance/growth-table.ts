/** The table of docs/performance.md that compares the costs at the largest size with those at the smallest. Pure. */
import { table } from '../../bench/lib/figures.ts';
import { growthOf } from '../../bench/lib/growth-lines.ts';
import type { BenchResult } from '../../bench/lib/results.ts';

const integers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A row for each line that is drawn over sizes. */
export const renderGrowth = (results: readonly BenchResult[]): string => {
  const rows = results.flatMap(({ name, day, tables }) =>
    tables.flatMap((item) =>
      growthOf(item).flatMap(({ name: cost, points }) => {
        const [first, last] = [points[0], points.at(-1)];
        if (!first || !last || first === last) return [];
        return [
          [
            cost,
            `${integers.format(first.size)} to ${integers.format(last.size)} ${item.sizes?.of ?? ''}`,
            `\`${name}\`, ${day}`,
            `${last.ratio.toFixed(2)} x`,
          ],
        ];
      }),
    ),
  );
  return table([['cost', 'over', 'measured by', 'largest, of the smallest'], ...rows]);
};
