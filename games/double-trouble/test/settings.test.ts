import { SettingError, settingsReader } from '@fairground/server/platform/settings-reader';
import { expect, test } from 'vitest';
import { readDoubleTroubleSettings } from '../server/settings.ts';

const read = (env: Record<string, string>) => readDoubleTroubleSettings(settingsReader(env));

test('defaults to a draw every half minute, from 1 to 30', () => {
  expect(read({})).toEqual({ intervalMs: 30_000, closeMs: 2_000, max: 30 });
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
