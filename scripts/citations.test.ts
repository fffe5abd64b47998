/** What code and documents cite exists: rules of docs/product.md, and codes of docs/invariants.md. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const find = (patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/data/**'] });

const documents = find(['*.md', 'docs/**/*.md', '{games,bench,packages}/**/*.md']);
const sources = find(['{apps,games,packages,e2e,bench,scripts}/**/*.{ts,tsx,sql,py,css}', '.env.example']);

/** What a pattern's first group finds in each of the files, as `file: found`. */
const citations = (pattern: RegExp, files: readonly string[]): { file: string; cited: string }[] =>
  files.flatMap((file) =>
    [...read(file).matchAll(pattern)].map(([, cited = '']) => ({ file: file.replaceAll('\\', '/'), cited })),
  );

describe('citations', () => {
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
