import { SettingError, settingsReader } from '@fairground/server/platform/settings-reader';
import { expect, test } from 'vitest';
import { readDoubleTroubleSettings } from '../server/settings.ts';

const read = (env: Record<string, string>, hasBeacon = false) =>
  readDoubleTroubleSettings(settingsReader(env), { hasBeacon });

test('defaults to a draw every half minute, from 1 to 30', () => {
  expect(read({})).toEqual({ intervalMs: 30_000, closeMs: 2_000, max: 30 });
});

test('closes at least 5 s before a draw that waits for a beacon', () => {
  expect(read({}, true).closeMs).toBe(5_000);
  expect(read({ DOUBLE_TROUBLE_CLOSE_MS: '6000' }, true).closeMs).toBe(6_000);
  expect(read({ DOUBLE_TROUBLE_INTERVAL_MS: '8000' }, true).intervalMs).toBe(8_000);
  expect(() => read({ DOUBLE_TROUBLE_INTERVAL_MS: '7999' }, true)).toThrow(
    /^DOUBLE_TROUBLE_INTERVAL_MS is 7999: with BEACON_URL it must be at least 8000$/,
  );
});

test.each([
  ['DOUBLE_TROUBLE_INTERVAL_MS', '10'],
  ['DOUBLE_TROUBLE_CLOSE_MS', '30000'],
  ['DOUBLE_TROUBLE_MAX', '40'],
])('refuses %s=%s, in one line that names both', (name, value) => {
  const refused = expect(() => read({ [name]: value }));
  refused.toThrow(SettingError);
  refused.toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*${value}[^\\n]*$`));
});
