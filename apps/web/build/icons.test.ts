import { expect, test } from 'vitest';
import { readIcon } from './icons.ts';

test('an icon has its shapes, without what the element around them says', () => {
  const shapes = readIcon('arrow-right');
  expect(shapes).toMatch(/^<path d="[^"]+"\/>$/);
  // A shape that says something else keeps it.
  expect(readIcon('tag')).toContain('fill="currentColor"');
});

test('a name that Lucide does not know has none', () => {
  expect(readIcon('arrow-sideways')).toBeUndefined();
});
