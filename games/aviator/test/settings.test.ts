import { settingsReader } from '@fairground/server/platform/settings-reader';
import { expect, test } from 'vitest';
import { readAviatorSettings } from '../server/settings.ts';

const read = (env: Record<string, string>) => readAviatorSettings(settingsReader(env));

test('defaults to ten seconds for bets', () => {
  expect(read({})).toEqual({ countdownMs: 10_000 });
});

test('refuses a countdown that is too short in one line with the setting and its range', () => {
  expect(() => read({ AVIATOR_COUNTDOWN_MS: '0' })).toThrow(
    'AVIATOR_COUNTDOWN_MS is "0": it must be a whole number from 100 to 600000',
  );
});
