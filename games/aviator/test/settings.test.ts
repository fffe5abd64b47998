import { settingsReader } from '@fairground/server/platform/settings-reader';
import { expect, test } from 'vitest';
import { readAviatorSettings } from '../server/settings.ts';

const read = (env: Record<string, string>, hasBeacon = false) =>
  readAviatorSettings(settingsReader(env), { hasBeacon });

test('defaults to ten seconds for bets', () => {
  expect(read({})).toEqual({ countdownMs: 10_000, closeMs: 0 });
});

test('closes 5 s before a take-off that waits for a beacon', () => {
  expect(read({}, true)).toEqual({ countdownMs: 10_000, closeMs: 5_000 });
  expect(read({ AVIATOR_COUNTDOWN_MS: '8000' }, true).countdownMs).toBe(8_000);
  expect(() => read({ AVIATOR_COUNTDOWN_MS: '7999' }, true)).toThrow(
    /^AVIATOR_COUNTDOWN_MS is 7999: with BEACON_URL it must be at least 8000$/,
  );
});

test('refuses a countdown that is too short in one line with the setting and its range', () => {
  expect(() => read({ AVIATOR_COUNTDOWN_MS: '0' })).toThrow(
    'AVIATOR_COUNTDOWN_MS is "0": it must be a whole number from 100 to 600000',
  );
});
