/** What code and documents cite exists: decision records, rules of docs/product.md, and codes of docs/invariants.md. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const find = (patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/data/**'] });

const documents = find(['*.md', 'docs/**/*.md', '{games,lab,packages}/**/*.md']);
const sources = find(['{apps,games,packages,e2e,lab,scripts}/**/*.{ts,tsx,sql,py,css}', '.env.example']);

/** What a pattern's first group finds in each of the files, as `file: found`. */
const citations = (pattern: RegExp, files: readonly string[]): { file: string; cited: string }[] =>
  files.flatMap((file) =>
    [...read(file).matchAll(pattern)].map(([, cited = '']) => ({ file: file.replaceAll('\\', '/'), cited })),
  );

interface DecisionRecord {
  file: string;
  number: string;
  title: string;
  header: ReadonlyMap<string, string>;
}

const records = find(['docs/decisions/[0-9]*.md']).map((path): DecisionRecord => {
  const file = basename(path);
  const [, header = '', number = '', title = ''] =
    /^---\n(.*?)\n---\n\n# (\d{3}) ([^\n]+)\n/s.exec(read(path)) ?? [];
  return {
    file,
    number,
    title,
    header: new Map(header.split('\n').map((line) => line.split(': ') as [string, string])),
  };
});
const byNumber = new Map(records.map((record) => [record.number, record]));

describe.each(records)('decision $file', ({ file, number, title, header }) => {
  it('has a status, a date, and the number of its file', () => {
    expect(header.get('status')).toMatch(/^(accepted|superseded by \d{3})$/);
    expect(header.get('date')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(file.startsWith(`${number}-`)).toBe(true);
  });

  it('names a successor that is accepted, if it is superseded', () => {
    const successor = /^superseded by (\d{3})$/.exec(header.get('status') ?? '')?.[1];
    if (successor !== undefined) expect(byNumber.get(successor)?.header.get('status')).toBe('accepted');
  });

  it('replaces no record that is still accepted', () => {
    const replaced = (header.get('replaces') ?? '').split(', ');
    expect(replaced.filter((old) => byNumber.get(old)?.header.get('status') === 'accepted')).toEqual([]);
  });

  it('is listed with its title', () => {
    expect(read('docs/decisions/README.md')).toContain(`\n- [${number}](${file}) ${title}\n`);
  });
});

describe('citations', () => {
  it('name decision records that exist', () => {
    const cited = [
      ...citations(/decisions\/(\d{3}(?:-[\w-]+)?)/g, [...documents, ...sources]),
      ...citations(/\bdecision (\d{3})\b/g, [...documents, ...sources]),
      ...citations(/\]\((\d{3}-[\w-]+)\.md/g, find(['docs/decisions/*.md'])),
    ];
    const exists = (name: string): boolean =>
      name.length === 3 ? byNumber.has(name) : records.some(({ file }) => file === `${name}.md`);
    expect(cited.length).toBeGreaterThan(20);
    expect(cited.filter(({ cited: name }) => !exists(name))).toEqual([]);
  });

  it('name rules of the product that exist', () => {
    const product = read('docs/product.md');
    const rules = new Set([
      ...[...product.matchAll(/^- \*\*(\d+\.\d+)\*\*/gm)].map(([, rule]) => rule),
      ...[...product.matchAll(/^## (\d+) /gm)].map(([, section]) => section),
    ]);
    const cited = citations(/product\.md\)? (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)/g, [
      ...documents,
      ...sources,
    ]).flatMap(({ file, cited: list }) => list.split(/, | and /).map((rule) => ({ file, rule })));
    expect(cited.length).toBeGreaterThan(20);
    expect(cited.filter(({ rule }) => !rules.has(rule))).toEqual([]);
  });

  it('name codes of invariants, attacks and faults that are defined', () => {
    const defined = [...read('docs/invariants.md').matchAll(/^- \*\*([IAF]\d+)\*\*/gm)].map(
      ([, code]) => code,
    );
    expect(defined.length).toBeGreaterThan(90);
    expect(new Set(defined).size).toBe(defined.length);
    const cited = citations(/\b([IAF]\d{1,2})\b/g, [
      ...documents,
      ...sources.filter((file) => !/\.tsx$|\.css$/.test(file)),
    ]);
    expect(cited.length).toBeGreaterThan(300);
    expect(cited.filter(({ cited: code }) => !defined.includes(code))).toEqual([]);
  });
});
