/**
 * The result of a benchmark, as JSON: every run of every subject, since ratios compare runs of the same round.
 * `npm run performance` reads it. A complete run replaces the committed file; a short one is written elsewhere.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { ratios, summarize, type SubjectResult } from './alternate.ts';
import { table } from './figures.ts';
import { isShort } from './short.ts';

export interface Column {
  /** A figure of the runs. */
  figure: string;
  label: string;
  digits: number;
  unit?: string;
  /** Written as the median alone: what hardly differs between runs. */
  withoutRange?: boolean;
}

export interface ResultTable {
  title: string;
  columns: readonly Column[];
  /** Adds a column: the first figure of each subject as a ratio to this one's in the same round. */
  reference?: string;
  subjects: readonly SubjectResult[];
}

export interface BenchResult {
  name: string;
  machine: string;
  /** The day of the run. */
  day: string;
  /** How many processes wanted to run on average, over the last minute before it began, and at its end. */
  load?: [before: number, after: number];
  tables: readonly ResultTable[];
}

export const describeMachine = (): string => {
  const cores = cpus();
  const gib = Math.round(totalmem() / 2 ** 30);
  const processor = cores[0]?.model.trim() ?? 'unknown processor';
  return `${cores.length} x ${processor}, ${gib} GiB, Node ${process.versions.node}`;
};

const loadNow = (): number => Math.round(10 * (loadavg()[0] ?? 0)) / 10;
const loadBefore = loadNow();

export const resultFolder = new URL('../results/', import.meta.url);
const otherFolder = new URL('../../../node_modules/.cache/bench/', import.meta.url);

/** Prints the tables and writes the file; that of a comparison for one occasion is not for the documents. */
export const report = (
  name: string,
  tables: readonly ResultTable[],
  { isCommitted = true }: { isCommitted?: boolean } = {},
): void => {
  const result: BenchResult = {
    name,
    machine: describeMachine(),
    day: new Date().toISOString().slice(0, 10),
    load: [loadBefore, loadNow()],
    tables,
  };
  for (const item of tables) console.log(`\n${item.title}\n\n${renderTable(item)}`);
  const folder = isShort || !isCommitted ? otherFolder : resultFolder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${name}.json`, folder), `${toJson(JSON.parse(JSON.stringify(result)))}\n`);
};

/** A line for each column and each subject. */
const toJson = (value: unknown, depth = 0): string => {
  if (typeof value === 'number') return String(Number(value.toPrecision(6)));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => {
    const text = toJson(member, depth + 1);
    return Array.isArray(value) ? text : `${JSON.stringify(key)}: ${text}`;
  });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (depth > 3) return `${open}${members.join(', ')}${close}`;
  const line = `\n${'  '.repeat(depth)}`;
  return `${open}${line}  ${members.join(`,${line}  `)}${line}${close}`;
};

/** A Markdown table: medians, and the lowest and the highest run in brackets. */
export const renderTable = ({ columns, reference, subjects }: ResultTable): string => {
  const [first] = columns;
  const base = subjects.find(({ name }) => name === reference);
  const head = columns.map(({ label, unit }) => (unit === undefined ? label : `${label}, ${unit}`));
  const rows = subjects.map(({ name, runs }) => {
    const cells = columns.map((column) => formatRuns(runs[column.figure], column));
    if (!base || !first) return [name, ...cells];
    const compared = ratios(runs[first.figure] ?? [], base.runs[first.figure] ?? []);
    return [name, ...cells, formatRuns(compared, { digits: 2 })];
  });
  return table([['', ...head, ...(base ? [`of “${reference}”`] : [])], ...rows]);
};

const formatRuns = (
  runs: readonly number[] | undefined,
  { digits, withoutRange = false }: Pick<Column, 'digits' | 'withoutRange'>,
): string => {
  if (!runs || runs.length === 0) return '';
  const { median, min, max } = summarize(runs);
  const format = formatOf(digits);
  return withoutRange || runs.length === 1
    ? format(median)
    : `${format(median)} (${format(min)} to ${format(max)})`;
};

const formatOf = (digits: number): ((value: number) => string) => {
  const { format } = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return (value) => format(value);
};
