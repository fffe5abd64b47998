/** Files that the documents name exist: a test or module that moved is found again by its reader. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const documents = globSync(['*.md', 'docs/**/*.md', 'games/*/README.md', 'lab/**/*.md'], { cwd: root });

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
]);

const namedPaths = (text: string): string[] =>
  [...text.matchAll(/`([\w.*-]+(?:\/[\w.*-]+)+\.(?:ts|tsx|cjs|sql|css|json|md|conf|yaml|service))`/g)].map(
    ([, path = '']) => path,
  );

const exists = (document: string, path: string): boolean =>
  [...bases, dirname(document)].some((base) => globSync(join(base, path), { cwd: root }).length > 0);

describe('paths that documents name', () => {
  it.each(documents)('%s names files that exist', (document) => {
    const named = namedPaths(readFileSync(join(root, document), 'utf8'));
    expect(named.filter((path) => !examples.has(path) && !exists(document, path))).toEqual([]);
  });

  it('finds the paths', () => {
    expect(namedPaths('see `docs/invariants.md`, and `test/http/*.db.test.ts`')).toEqual([
      'docs/invariants.md',
      'test/http/*.db.test.ts',
    ]);
  });
});
