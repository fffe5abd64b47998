/** What somebody reads whose component the React Compiler leaves alone. */
import { expect, test } from 'vitest';
import { findCompilerFaults } from './compiler-faults.ts';

const component = (...lines: string[]): string =>
  ['export function Stage({ bet }) {', "  'use memo';", ...lines, '  return <p>{bet}</p>;', '}'].join('\n');
const faultsOf = (...lines: string[]) =>
  findCompilerFaults('games/cups/web/page.tsx', component(...lines), 'annotation');

test('a component that keeps the rules has no fault', () => {
  expect(faultsOf('  useState(bet);')).toEqual({ compiled: 1, faults: [] });
});

test.each([
  [
    'a hook under a condition',
    '  if (bet) useState(1);',
    /Hooks must always be called .* Call Hooks unconditionally .* not compiled\.$/,
  ],
  [
    'a changed prop',
    '  bet.won = true;',
    /This value cannot be modified\. .*local state\. .* not compiled\.$/,
  ],
  [
    'what cannot be compiled',
    '  try { bet(); } finally { bet(); }',
    /not supported by React Compiler\. .* Refactor .* not compiled\.$/,
  ],
])('%s is named with file and line, and what to do', (_, line, text) => {
  const { compiled, faults } = faultsOf(line);
  expect(compiled).toBe(0);
  expect(faults).toEqual([expect.stringMatching(/^games\/cups\/web\/page\.tsx:3: /)]);
  expect(faults[0]).toMatch(text);
});

test('the line is right below letters of several bytes', () => {
  const { faults } = faultsOf("  const sign = '🎡 ñandú — ½';", '  bet.won = sign;');
  expect(faults).toEqual([expect.stringMatching(/^games\/cups\/web\/page\.tsx:4: /)]);
});
