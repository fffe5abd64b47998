/** The table of what programs from outside read, from the results of the last run of each part. */
import { readdirSync, readFileSync } from 'node:fs';
import { fillPart, textTable } from '../bench/lib/document-part.ts';
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

const renderPart = ({ name, day, readings }: PartResult): string => {
  const rows = readings.map(({ program, read, seen, isRight }) => [
    program,
    read,
    isRight ? seen : `**Wrong:** ${seen}`,
  ]);
  const table = textTable([['Program', 'What it read', 'What it made of it'], ...rows]);
  return `### ${name}, ${day}\n\n${table}`;
};

/** The document with the tables of these results. */
export const fillDocument = (text: string, results: readonly PartResult[]): string =>
  fillPart(text, 'readings', results.map(renderPart).join('\n\n'));
