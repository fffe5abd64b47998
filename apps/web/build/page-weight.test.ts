import { expect, test } from 'vitest';
import { excessOf, weightOfHtml } from './page-weight.ts';

const html = `<link rel="stylesheet" href="/assets/index-a.css"><link rel="icon" href="/favicon.svg">
<link rel="modulepreload" href="/assets/main-b.js"><link rel="modulepreload" href="/assets/profile-c.js">
<script type="module" src="/assets/main-b.js"></script><a href="/blog">Blog</a>`;
const sizes: Record<string, number> = {
  '/assets/index-a.css': 9 * 1024,
  '/assets/main-b.js': 40 * 1024,
  '/assets/profile-c.js': 2.5 * 1024,
};
const weight = weightOfHtml(html, (path) => sizes[path] ?? 0);
const file = 'e2e/page-budgets.ts';

test('a page weighs the script that its HTML names, and each file of script and style counts once', () => {
  expect(weight.scriptBytes).toBe(42.5 * 1024);
  expect(weight.requests).toBe(3);
});

test('a page within its budget has no excess', () => {
  expect(excessOf('/profile', weight, { budget: { kilobytes: 42.5, requests: 3 }, file })).toBe('');
});

test('an excess names the files of the page, the largest first, and what to do', () => {
  const expected = [
    '/profile loads 42.5 KB of script and 3 files; its budget is 42.4 KB and 3 files:',
    '   40.0 KB  /assets/main-b.js',
    '    9.0 KB  /assets/index-a.css',
    '    2.5 KB  /assets/profile-c.js',
    'Load what the page shows only sometimes when it is first used, by lazyPart. If it has to grow,',
    'raise its budget in e2e/page-budgets.ts, say there why, and run npm run performance.',
  ].join('\n');
  expect(excessOf('/profile', weight, { budget: { kilobytes: 42.4, requests: 3 }, file })).toBe(expected);
  expect(excessOf('/profile', weight, { budget: { kilobytes: 50, requests: 2 }, file })).toContain(
    '3 files; its budget is 50 KB and 2 files',
  );
});
