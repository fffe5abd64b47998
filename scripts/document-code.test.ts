/**
 * Code that a document quotes from a file is that file: its block begins with the path, as in "ts games/NAME/game.ts".
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const quotes = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).flatMap((document) =>
  [...read(document).matchAll(/^```\w+ (\S+\/\S+)\n([\s\S]*?)^```$/gm)].map(([, file = '', code = '']) => ({
    document,
    file,
    code,
  })),
);

it.each(quotes)('$document quotes $file as it is', ({ file, code }) => {
  expect(code).toBe(read(file));
});

it('the guide to games quotes the least one', () => {
  expect(quotes.map(({ file }) => file.split('/').at(-1))).toContain('game.ts');
});
