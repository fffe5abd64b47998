/** An import of lab/ that is planted in a source or a test of the product is refused, however it is written. */
import { describe, expect, it } from 'vitest';
import { findLabImports, productFiles } from './lab-imports.ts';

const planted: readonly (readonly [how: string, statement: string])[] = [
  ['an import', `import { openModel } from 'LAB/models/quint.ts';`],
  ['an import of types', `import type { Replay } from 'LAB/models/quint.ts';`],
  ['an import for its effects', `import 'LAB/bench/run.ts';`],
  ['an export of what is imported', `export { openModel } from 'LAB/models/quint.ts';`],
  ['an export of everything', `export * from 'LAB/models/quint.ts';`],
  ['an import when it is needed', `export const load = () => import('LAB/models/quint.ts');`],
  ['a type that is imported in place', `export type Found = import('LAB/models/quint.ts').Trace<number>;`],
];

describe.each([
  ['packages/fairness/src/planted.ts', '../../../lab'],
  ['games/index.ts', '../lab'],
  ['games/test/planted.db.test.ts', '../../lab'],
  ['apps/server/src/site/planted.ts', '../../../../lab'],
  ['apps/server/test/planted.ts', '../.././../lab'],
  ['scripts/planted.ts', '../lab'],
  ['e2e/planted.spec.ts', '../lab'],
])('%s', (file, lab) => {
  it.each(planted)('may not have %s', (_, statement) => {
    expect(findLabImports(file, statement.replace('LAB', lab))).toEqual([
      expect.stringContaining(`${file} imports ${lab}/`),
    ]);
  });
});

it('allows imports within the product, also of a folder that is called lab', () => {
  const text = `import './features/lab/lab-page.tsx'; import { test } from '@fairground/game-kit/lab';`;
  expect(findLabImports('apps/web/src/planted.ts', text)).toEqual([]);
});

it('looks at sources, tests, scripts and browser tests', () => {
  const rooms = new Set(productFiles.map((file) => file.split('/')[0]));
  expect(rooms).toEqual(new Set(['apps', 'e2e', 'games', 'packages', 'scripts']));
  expect(productFiles).toContain('apps/server/test/history.ts');
  expect(productFiles.length).toBeGreaterThan(1_000);
});
