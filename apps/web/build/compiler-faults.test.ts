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
    /^.*:3: Hooks must always be called .* mend this line/,
  ],
  [
    'a changed prop',
    '  bet.won = true;',
    /^.*:3: This value cannot be modified\. .*local variable.* mend this line/,
  ],
  [
    'what cannot be compiled',
    '  try { bet(); } finally { bet(); }',
    /^.*:3: .*TryStatement.* move it into a function/,
  ],
])('%s is named with file and line, and what to do', (_, line, text) => {
  const { compiled, faults } = faultsOf(line);
  expect(compiled).toBe(0);
  expect(faults).toEqual([expect.stringMatching(/^games\/cups\/web\/page\.tsx:3: /)]);
  expect(faults[0]).toMatch(text);
});
