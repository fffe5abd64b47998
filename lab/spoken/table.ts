/** The table of what Orca said, from the results of the last run. */
import { readFileSync } from 'node:fs';
import { judge, type Heard } from './heard.ts';

export interface SpokenResult {
  /** `YYYY-MM-DD` of the run. */
  day: string;
  /** Name and version of each. */
  programs: readonly string[];
  /** Seconds from a change of an otherwise empty page to its first sound, in order. */
  emptyPage: readonly number[];
  /** Outcomes in the order of the visit. */
  heard: readonly Heard[];
}

export const resultFile = new URL('results/spoken.json', import.meta.url);
export const documentPath = new URL('../../docs/accessibility.md', import.meta.url);

export const readResult = (): SpokenResult => JSON.parse(readFileSync(resultFile, 'utf8')) as SpokenResult;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const seconds = (value: number): string => value.toFixed(1);

const renderRow = (heard: Heard): string[] => {
  const verdict = judge(heard);
  const said = heard.said.map(({ text, cut }) => (cut ? `${text} (cut off)` : text)).join(' / ');
  return [
    heard.step,
    cell(said === '' ? `nothing of "${heard.shown}"` : said),
    heard.said.map(({ afterSeconds }) => seconds(afterSeconds)).join(', '),
    verdict === 'once' ? verdict : `**${verdict}**`,
  ];
};

const render = ({ day, programs, emptyPage, heard }: SpokenResult): string => {
  const rows = [['Step', 'What was said', 'Seconds', 'Said'], ...heard.map(renderRow)];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  const sorted = emptyPage.toSorted((one, other) => one - other);
  return [
    `${day}: ${programs.join(', ')}. A line of an empty page was heard after`,
    `${seconds(sorted[0] ?? 0)} to ${seconds(sorted.at(-1) ?? 0)} s, which is what this machine alone takes.`,
    '',
    line(head),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...body.map(line),
  ].join('\n');
};

const [start, end] = ['<!-- spoken -->', '<!-- end of spoken -->'];

/** The document with the table of this result. */
export const fillDocument = (text: string, result: SpokenResult): string => {
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error(`the document has no place for what was said: add ${start} and ${end}`);
  return `${text.slice(0, from)}${start}\n\n${render(result)}\n\n${text.slice(to)}`;
};
