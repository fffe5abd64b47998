/** What a second of the site costs under the loads that the benchmarks make, as a table of what was measured. Pure. */
import { summarize } from '../lib/alternate.ts';
import { count, table } from '../lib/figures.ts';
import type { Results } from './measures.ts';

/** What a second costs. */
interface Load {
  name: string;
  /** A figure's value by its name; undefined where it was not measured. */
  read: (figure: string) => number | undefined;
}

const percent = (microseconds: number): string => `${(microseconds / 10_000).toFixed(0)} %`;
const kilobytes = (bytes: number): string => `${count(bytes / 1_000)} KB`;

const columns: readonly (readonly [head: string, figure: string, format: (value: number) => string])[] = [
  ['bets', 'rate', count],
  ['site', 'siteUs', percent],
  ['database', 'databaseUs', percent],
  ['log', 'logBytes', kilobytes],
  ['rows', 'storedBytes', kilobytes],
  ['messages', 'messages', count],
];

const readLoads = ({ capacity, bets }: Results): Load[] => {
  const medianOf = (runs: readonly number[] | undefined): number | undefined =>
    runs === undefined || runs.length === 0 ? undefined : summarize(runs).median;
  const seconds = (capacity?.tables ?? []).flatMap(({ subjects }) =>
    subjects.map(({ name, runs }): Load => ({ name, read: (figure) => medianOf(runs[figure]) })),
  );
  // Figures of bets are of one bet each, and the site is the program there.
  const atRates = (bets?.tables ?? []).flatMap(({ subjects }) =>
    subjects
      .filter(({ name }) => / of the highest rate$|^256 in flight, with a key$/.test(name))
      .map(({ name, runs }): Load => {
        const rate = medianOf(runs['rate']);
        const read = (figure: string) => {
          if (figure === 'rate') return rate;
          const cost = medianOf(runs[figure === 'siteUs' ? 'programUs' : figure]);
          return cost === undefined || rate === undefined ? undefined : cost * rate;
        };
        return { name: `bets alone, ${name.replace(', with a key', '')}`, read };
      }),
  );
  const byRate = (a: Load, b: Load): number => (a.read('rate') ?? 0) - (b.read('rate') ?? 0);
  return [...seconds, ...atRates.toSorted(byRate)];
};

export const renderLoads = (results: Results): string =>
  table([
    ['a second of', ...columns.map(([head]) => head)],
    ...readLoads(results).map(({ name, read }) => [
      name,
      ...columns.map(([, figure, format]) => {
        const value = read(figure);
        return value === undefined ? '' : format(value);
      }),
    ]),
  ]);
