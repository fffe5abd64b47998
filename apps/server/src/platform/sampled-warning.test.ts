import { expect, test } from 'vitest';
import { createSampledWarning, reasonOf } from './sampled-warning.ts';

const createWorld = () => {
  const lines: unknown[][] = [];
  let now = 0;
  const warn = createSampledWarning(
    { warn: (...line: unknown[]) => void lines.push(line) },
    { monotonic: () => now },
  );
  return { lines, warn, pass: (ms: number) => (now += ms) };
};

test('logs one line per message and second, and counts the others in the next', () => {
  const { lines, warn, pass } = createWorld();
  for (let count = 0; count < 1_000; count += 1) warn({ count }, 'refused');
  warn({}, 'another');
  expect(lines).toEqual([
    [{ count: 0 }, 'refused'],
    [{}, 'another'],
  ]);
  pass(1_000);
  warn({ count: 'next' }, 'refused');
  expect(lines.at(-1)).toEqual([{ count: 'next', suppressed: 999 }, 'refused']);
  pass(1_000);
  warn({}, 'refused');
  expect(lines.at(-1)).toEqual([{}, 'refused']);
});

test('logs a short reason without a stack', () => {
  const error = Object.assign(new Error('connect ENOENT'), { code: 'ENOENT' });
  expect(reasonOf(error)).toEqual({ reason: 'connect ENOENT', code: 'ENOENT' });
  expect(reasonOf(undefined)).toEqual({ reason: 'undefined' });
});
