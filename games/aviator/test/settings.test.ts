import { settingsReader } from '@fairground/server/platform/settings-reader';
import { expect, test } from 'vitest';
import { readAviatorSettings } from '../server/settings.ts';

const read = (env: Record<string, string>) => readAviatorSettings(settingsReader(env));

test('defaults to ten seconds for bets and a year for late presses, and seals the crash of the running round', () => {
  expect(read({})).toEqual({ countdownMs: 10_000, sealsRounds: true });
  expect(read({ SEAL_RUNNING_ROUND: 'off' }).sealsRounds).toBe(false);
  expect(() => read({ SEAL_RUNNING_ROUND: 'no' })).toThrow(
    'SEAL_RUNNING_ROUND is "no": allowed is on or off',
  );
});

test('refuses a countdown that is too short in one line with the setting and its range', () => {
  expect(() => read({ AVIATOR_COUNTDOWN_MS: '0' })).toThrow(
    'AVIATOR_COUNTDOWN_MS is "0": allowed is a whole number from 100 to 600000',
  );
});
