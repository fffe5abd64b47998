/** docs/security.md has one line for each requirement of levels 1 and 2 of OWASP ASVS 5.0.0. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

/** The numbers of each section, as ranges; level 3 is left out. */
const numbers: Readonly<Record<string, string>> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
};

const expand = (ranges: string): number[] =>
  ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });

const rows = (await readFile(new URL('../docs/security.md', import.meta.url), 'utf8'))
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

it('has a line for each requirement', () => {
  const expected = Object.entries(numbers).flatMap(([section, ranges]) =>
    expand(ranges).map((number) => `${section}.${number}`),
  );
  expect(rows.map(([, number]) => number)).toEqual(expected);
});

it('states how far each is met, and how', () => {
  for (const [, number, met, how] of rows) {
    expect(['yes', 'partly', 'not applicable'], number).toContain(met);
    expect(how, number).not.toBe('');
  }
});

it('counts them as they are', async () => {
  const text = (await readFile(new URL('../docs/security.md', import.meta.url), 'utf8')).replaceAll(
    '\n',
    ' ',
  );
  const count = (wanted: string) => rows.filter(([, , met]) => met === wanted).length;
  expect(text).toContain(
    `Of ${rows.length} requirements of the levels 1 and 2, ${count('yes')} are met, ${count('partly')} are met in part, and ${count('not applicable')} concern`,
  );
});
