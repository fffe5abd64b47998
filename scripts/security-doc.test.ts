/**
 * docs/asvs.csv has one row for each requirement of levels 1 and 2 of OWASP ASVS 5.0.0, and
 * docs/security.md counts them.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The cells of a line of CSV; those with a comma are in quotes. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );

const [head, ...lines] = read('docs/asvs.csv').trimEnd().split('\n');
const rows = lines.map((line) => {
  const [id = '', level = '', answer = '', where = '', test = '', ...more] = cellsOf(line);
  return { id, level, answer, where, tests: test.split(' ').filter(Boolean), more };
});
const existing = (path: string): boolean => globSync(path, { cwd: root }).length > 0;

it('has a row for each requirement', () => {
  expect(head).toBe('id,level,answer,where,test');
  const expected = Object.entries(numbers).flatMap(([section, ranges]) =>
    expand(ranges).map((number) => `${section}.${number}`),
  );
  expect(rows.map(({ id }) => id)).toEqual(expected);
});

it.each(rows)(
  '$id states how far it is met, how, and by which test',
  ({ level, answer, where, tests, more }) => {
    expect(['1', '2']).toContain(level);
    expect(['yes', 'partly', 'not applicable']).toContain(answer);
    expect(where).not.toBe('');
    expect(more).toEqual([]);
    if (answer === 'not applicable') expect(tests).toEqual([]);
    const paths = [...where.matchAll(/`([\w.*-]+(?:\/[\w.*-]+)+\.\w+)`/g)].map(([, path = '']) => path);
    expect([...tests, ...paths].filter((path) => !existing(path))).toEqual([]);
  },
);

it('is counted by docs/security.md as it is', () => {
  const count = (wanted: string, isUntested = false): number =>
    rows.filter(({ answer, tests }) => answer === wanted && (!isUntested || tests.length === 0)).length;
  expect(read('docs/security.md').replaceAll('\n', ' ')).toContain(
    `Of ${rows.length} requirements, ${count('yes')} are met (${count('yes', true)} of these without a test), ` +
      `${count('partly')} are met in part, and ${count('not applicable')} concern`,
  );
});
