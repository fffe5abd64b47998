/** How the costs of a table grow with the size of its subjects. Pure. */
import { summarize } from './alternate.ts';
import type { ResultTable } from './results.ts';

export interface Growth {
  name: string;
  /** From small to large; `ratio` is that of the medians to the smallest size. */
  points: { size: number; ratio: number }[];
}

/** A line for each column that is one, without sizes at which it was not measured. */
export const growthOf = ({ columns, subjects, sizes }: ResultTable): Growth[] =>
  columns
    .filter(({ isLine }) => isLine)
    .flatMap(({ figure, label, unit }) => {
      const medians = subjects.flatMap(({ runs }, index) => {
        const size = sizes?.values[index];
        const values = runs[figure] ?? [];
        return size === undefined || values.length === 0 ? [] : [{ size, median: summarize(values).median }];
      });
      const [first] = medians;
      if (first === undefined) return [];
      const points = medians.map(({ size, median }) => ({ size, ratio: median / first.median }));
      return [{ name: unit === undefined ? label : `${label}, ${unit}`, points }];
    });
