/** Files that the documents name or link to exist: a test or module that moved is found again by its reader. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const exclude = ['**/node_modules/**', '**/dist/**', '**/data/**'];
const files = globSync('{apps,deploy,docs,e2e,findings,games,lab,packages,scripts}/**/*.*', {
  cwd: root,
  exclude,
});
const documents = [...globSync('*.md', { cwd: root }), ...files.filter((file) => file.endsWith('.md'))];
const fileNames = new Set(files.map((file) => basename(file)));

/** Where a path in a document may begin, besides its own folder. */
const bases = [
  '',
  'apps/server',
  'apps/server/src',
  'apps/web/src',
  'packages/site-kit/src',
  'games/*',
  'games/*/web',
];

/** Names that the reader replaces, or chooses for a new game. */
const examples = new Set([
  'server/migrations/0001-tables.sql',
  'content/blog/es/NAME.md',
  'results/NAME.json',
  'pg_hba.conf',
]);

const namedPaths = (text: string): string[] =>
  [
    ...text.matchAll(/`([\w.*{},-]+(?:\/[\w.*{},-]+)*\.(?:ts|tsx|cjs|sql|css|json|md|conf|yaml|service))`/g),
  ].flatMap(([, path = '']) => (path.startsWith('.') ? [] : spellOut(path)));

/** Each path that braces stand for. */
const spellOut = (path: string): string[] => {
  const [braces, list = ''] = /\{([^}]*)\}/.exec(path) ?? [];
  return braces === undefined
    ? [path]
    : list.split(',').flatMap((each) => spellOut(path.replace(braces, each)));
};

/** A name without a folder may be in any. */
const exists = (document: string, path: string): boolean =>
  [...bases, dirname(document)].some((base) => globSync(join(base, path), { cwd: root }).length > 0) ||
  (!path.includes('/') && [...fileNames].some((name) => matchesGlob(name, path)));

/** What a document links to in this repository, without the heading. */
const linkedPaths = (text: string): string[] =>
  [...text.matchAll(/\]\((?!\w+:|[/#])([^)\s#]+)(?:#[^)\s]*)?\)/g)].map(([, path = '']) => path);

describe('paths that documents name', () => {
  it.each(documents)('%s names files that exist', (document) => {
    const named = namedPaths(readFileSync(join(root, document), 'utf8'));
    expect(named.filter((path) => !examples.has(path) && !exists(document, path))).toEqual([]);
  });

  it.each(documents)('%s links to files that exist', (document) => {
    const linked = linkedPaths(readFileSync(join(root, document), 'utf8'));
    expect(linked.filter((path) => !existsSync(join(root, dirname(document), path)))).toEqual([]);
  });

  it('finds the paths', () => {
    expect(namedPaths('see `docs/invariants.md`, `test/http/*.db.test.ts` and `{one,two}.test.ts`')).toEqual([
      'docs/invariants.md',
      'test/http/*.db.test.ts',
      'one.test.ts',
      'two.test.ts',
    ]);
    expect(linkedPaths('[a](../b.md#c) [d](#e) [f](https://g.example) [h](i/)')).toEqual(['../b.md', 'i/']);
  });
});
