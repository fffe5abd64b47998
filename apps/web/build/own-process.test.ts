/** What an operator reads of a build that failed. */
import { describe, expect, it } from 'vitest';
import { describeEnd } from './own-process.ts';

describe('a build that ended early', () => {
  it.each(['SIGKILL', 'SIGABRT'] as const)('by %s is said in one line that names memory', (signal) => {
    const line = describeEnd({ code: null, signal, output: 'half a line\nanother' });
    expect(line).toMatch(new RegExp(`ended by ${signal}, .* needs \\d+ MB`));
    expect(line).not.toContain('\n');
  });

  it('by another signal is said in one line that names it', () => {
    expect(describeEnd({ code: null, signal: 'SIGTERM', output: '' })).toBe(
      'The build of the pages was ended by SIGTERM.',
    );
  });

  it('by a fault shows what the build said', () => {
    expect(describeEnd({ code: 1, signal: null, output: 'x.tsx:1 is wrong\n' })).toBe(
      'The pages could not be built:\nx.tsx:1 is wrong',
    );
    expect(describeEnd({ code: 3, signal: null, output: '\n' })).toContain('code 3');
  });
});
