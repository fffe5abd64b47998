/** The table of what Orca said, from the results of the last run. */
import { readFileSync } from 'node:fs';
import { fillPart, textTable } from '../bench/lib/document-part.ts';
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

const seconds = (value: number): string => value.toFixed(1);

const renderRow = (heard: Heard): string[] => {
  const verdict = judge(heard);
  const said = heard.said.map(({ text, cut }) => (cut ? `${text} (cut off)` : text)).join(' / ');
  return [
    heard.step,
    (said === '' ? `nothing of "${heard.shown}"` : said).replaceAll('\n', ' '),
    heard.said.map(({ afterSeconds }) => seconds(afterSeconds)).join(', '),
    verdict === 'once' ? verdict : `**${verdict}**`,
  ];
};

const render = ({ day, programs, emptyPage, heard }: SpokenResult): string => {
  const sorted = emptyPage.toSorted((one, other) => one - other);
  return [
    `${day}: ${programs.join(', ')}. A line of an empty page was heard after`,
    `${seconds(sorted[0] ?? 0)} to ${seconds(sorted.at(-1) ?? 0)} s, which is what this machine alone takes.`,
    '',
    textTable([['Step', 'What was said', 'Seconds', 'Said'], ...heard.map(renderRow)]),
  ].join('\n');
};

/** The document with the table of this result. */
export const fillDocument = (text: string, result: SpokenResult): string =>
  fillPart(text, 'spoken', render(result));
