import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentPath, fillDocument, readResults } from './table.ts';

it('the document has the tables of the newest results', () => {
  const results = readResults();
  expect(results.length).toBeGreaterThan(0);
  const text = readFileSync(documentPath, 'utf8');
  expect(fillDocument(text, results)).toBe(text);
});

it('says loudly what was read wrongly, and keeps its tables whole', () => {
  const readings = [
    { program: 'one 1.0', read: 'a page', seen: 'well', isRight: true },
    { program: 'two 2.0', read: 'a | b', seen: '503', isRight: false },
  ];
  expect(
    fillDocument('Before\n\n<!-- readings -->\nold\n<!-- end of readings -->\nAfter\n', [
      { name: 'pages', day: '2026-11-29', readings },
    ]),
  ).toBe(`Before

<!-- readings -->

### pages, 2026-11-29

| Program | What it read | What it made of it |
| ------- | ------------ | ------------------ |
| one 1.0 | a page       | well               |
| two 2.0 | a \\| b       | **Wrong:** 503     |

<!-- end of readings -->
After
`);
});
