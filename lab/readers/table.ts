/** The table of what programs from outside read, from the results of the last run of each part. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Reading } from './reading.ts';

export interface PartResult {
  name: string;
  /** `YYYY-MM-DD` of the run. */
  day: string;
  readings: Reading[];
}

export const resultFolder = new URL('results/', import.meta.url);
export const documentPath = new URL('../../docs/operations/interoperability.md', import.meta.url);

export const readResults = (): PartResult[] =>
  readdirSync(resultFolder)
    .toSorted()
    .map((file) => JSON.parse(readFileSync(new URL(file, resultFolder), 'utf8')) as PartResult);

const cell = (text: string): string => text.replaceAll('|', '\\|');

const renderPart = ({ name, day, readings }: PartResult): string => {
  const heads = ['Program', 'What it read', 'What it made of it'];
  const rows = readings.map(({ program, read, seen, isRight }) =>
    [program, read, isRight ? seen : `**Wrong:** ${seen}`].map(cell),
  );
  const widths = heads.map((_, column) =>
    Math.max(...[heads, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [`### ${name}, ${day}`, '', line(heads), rule, ...rows.map(line)].join('\n');
};

const [start, end] = ['<!-- readings -->', '<!-- end of readings -->'];

/** The document with the tables of these results. */
export const fillDocument = (text: string, results: readonly PartResult[]): string => {
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error(`the document has no place for the readings: add ${start} and ${end}`);
  return `${text.slice(0, from)}${start}\n\n${results.map(renderPart).join('\n\n')}\n\n${text.slice(to)}`;
};
