import { expect, test } from 'vitest';
import { runAdmin } from './run.ts';

test('a command with characters that cannot be shown is refused before anything is opened', async () => {
  const lines: string[] = [];
  const words = ['players', 'suspend', 'alice', '--reason', 'rings \u0007'];
  expect(await runAdmin(words, {}, (line) => void lines.push(line))).toBe(2);
  expect(lines).toEqual(['The command contains unprintable characters.']);
});
