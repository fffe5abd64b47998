import { SettingError, settingsReader } from '@fairground/server/platform/settings-reader';
import { expect, test } from 'vitest';
import { readLotterySettings } from '../server/settings.ts';

const read = (env: Record<string, string>, hasBeacon = false) =>
  readLotterySettings(settingsReader(env), { hasBeacon });

test('defaults to a draw every evening', () => {
  expect(read({})).toEqual({ drawCron: '0 20 * * *', closeMs: 60_000, minCloseMs: 0 });
});

test('closes sales at least 5 s before a draw that waits for a beacon', () => {
  expect(read({ LOTTERY_DRAW_CRON: '*/10 * * * * *' }, true)).toMatchObject({ minCloseMs: 5_000 });
  expect(() => read({ LOTTERY_DRAW_CRON: '0,7,30 * * * * *' }, true)).toThrow(
    /^LOTTERY_DRAW_CRON is "0,7,30 \* \* \* \* \*": with BEACON_URL there must be at least 8000 ms between draws$/,
  );
});

test.each(['0 20 * * *', '*/5 * * * * *', '0 8-20/2 1,15 JAN-MAR mon-fri', '59 23 31 12 7'])(
  'accepts %s as LOTTERY_DRAW_CRON',
  (cron) => {
    expect(read({ LOTTERY_DRAW_CRON: cron }).drawCron).toBe(cron);
  },
);

test.each([
  ['LOTTERY_DRAW_CRON', 'daily'],
  ['LOTTERY_DRAW_CRON', '0 20 * *'],
  ['LOTTERY_DRAW_CRON', '60 20 * * *'],
  ['LOTTERY_DRAW_CRON', '0 24 * * *'],
  ['LOTTERY_DRAW_CRON', '0 20 0 * *'],
  ['LOTTERY_DRAW_CRON', '0 20 9-3 * *'],
  ['LOTTERY_DRAW_CRON', '*/0 20 * * *'],
  ['LOTTERY_CLOSE_MS', '1.5'],
])('refuses %s=%s, in one line that names both', (name, value) => {
  let refused: unknown;
  try {
    read({ [name]: value });
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(SettingError);
  const { message } = refused as SettingError;
  expect(message).toContain(name);
  expect(message).toContain(value);
  expect(message).not.toContain('\n');
});
