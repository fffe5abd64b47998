/** What grew in a soak: its first tenth next to its last. */
import { count } from '../bench/lib/figures.ts';
import { report, type Column } from '../bench/lib/results.ts';
import { findSlower } from './readings.ts';
import type { Reading, Soaked } from './soak.ts';

const columns: readonly Column[] = [
  { figure: 'bets', label: 'bets/min', digits: 0 },
  { figure: 'p50Ms', label: 'p50', unit: 'ms', digits: 0 },
  { figure: 'p99Ms', label: 'p99', unit: 'ms', digits: 0 },
  { figure: 'rssMb', label: 'RSS', unit: 'MB', digits: 0 },
  { figure: 'heapMb', label: 'heap', unit: 'MB', digits: 1 },
  { figure: 'files', label: 'files', digits: 0 },
  { figure: 'lagMs', label: 'loop p99', unit: 'ms', digits: 0 },
  { figure: 'sizeMb', label: 'database', unit: 'MB', digits: 1 },
  { figure: 'pssMb', label: 'PostgreSQL', unit: 'MB', digits: 0 },
  { figure: 'backends', label: 'connections', digits: 0 },
  { figure: 'deadRows', label: 'dead rows', digits: 0 },
];
const killColumns: readonly Column[] = [
  { figure: 'backMs', label: 'open', unit: 'ms', digits: 0 },
  { figure: 'lost', label: 'sockets that ended', digits: 0 },
  { figure: 'awayMs', label: 'all back', unit: 'ms', digits: 0 },
];
const tableColumns: readonly Column[] = [
  { figure: 'first', label: 'first', unit: 'MB', digits: 1 },
  { figure: 'last', label: 'last', unit: 'MB', digits: 1 },
];

/** The mean of each figure; those of processes are of one of them. */
const meansOf = (readings: readonly Reading[]): Record<string, number[]> => {
  const all = readings.flatMap((reading) =>
    reading.processes.map(
      (process) => ({ ...reading, ...process, ...reading.database }) as unknown as Record<string, number>,
    ),
  );
  return Object.fromEntries(
    columns.map(({ figure }) => {
      const known = all.map((figures) => figures[figure] ?? Number.NaN).filter(Number.isFinite);
      return [figure, [known.reduce((sum, value) => sum + value, 0) / known.length]];
    }),
  );
};

/** In MB an hour, of each process that was read at least four times. */
const heapGrowths = (readings: readonly Reading[]): number[] => {
  const all = readings.flatMap(({ minute, processes }) => processes.map((each) => ({ minute, ...each })));
  return [...Map.groupBy(all, ({ pid }) => pid).values()].flatMap((life) => {
    // At the first reading it may just have started.
    const [from, until] = [life[1], life.at(-1)];
    if (!from || !until || life.length < 4) return [];
    return [(60 * (until.heapMb - from.heapMb)) / (until.minute - from.minute)];
  });
};

export const reportGrowth = (soaked: Soaked, load: string, isCommitted: boolean): void => {
  const { minutes, readings, kills, auditSeconds, bets, logLines } = soaked;
  const tenth = Math.max(1, Math.floor(readings.length / 10));
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return;
  const title = `${minutes.toFixed(0)} minutes with ${load}, ${kills.length} kills, ${count(bets)} bets`;
  const sizes = new Map(first.database.tables.map(({ name, mb }) => [name, mb]));
  report(
    'soak',
    [
      {
        title: `${title}: a minute at the start and at the end`,
        columns,
        subjects: [
          { name: 'the first tenth', runs: meansOf(readings.slice(0, tenth)) },
          { name: 'the last tenth', runs: meansOf(readings.slice(-tenth)) },
        ],
      },
      {
        title: 'From each kill until the process, and all sockets, were back',
        columns: killColumns,
        subjects: [...Map.groupBy(kills, ({ what }) => what)].map(([name, each]) => ({
          name,
          runs: {
            backMs: each.map(({ backMs }) => backMs),
            lost: each.map(({ watchers }) => watchers.lost),
            awayMs: each.map(({ watchers }) => watchers.awayMs),
          },
        })),
      },
      {
        title: 'The largest tables',
        columns: tableColumns,
        subjects: last.database.tables
          .slice(0, 10)
          .map(({ name, mb }) => ({ name, runs: { first: [sizes.get(name) ?? 0], last: [mb] } })),
      },
    ],
    { isCommitted },
  );
  const listOf = (values: readonly number[]) => values.map((value) => value.toFixed(1)).join(', ');
  const growths = heapGrowths(readings);
  const silent = Math.max(...readings.map(({ watchers }) => watchers.silentMs));
  const missed = readings.reduce((sum, { watchers }) => sum + watchers.missed, 0);
  const slower = findSlower(first.database, last.database, readings.at(-tenth - 1)?.database);
  const lines = [...logLines].toSorted(([, one], [, other]) => other - one).slice(0, 25);
  console.log(
    [
      growths.length === 0
        ? '\nNo process lived long enough to tell whether its heap grows.'
        : `\nHeaps grew by ${listOf(growths)} MB an hour while their processes lived.`,
      `Audits took ${listOf(auditSeconds)} s.`,
      `A socket heard nothing for ${silent} ms at most; ${missed} ends of rounds were missed.`,
      ...slower,
      ...lines.map(([line, times]) => `logged ${times} times: ${line}`),
    ].join('\n'),
  );
};
