/** The environment variables of Double Trouble. */
import { beaconCloseMs, minBeaconIntervalMs, type SiteTerms } from '@fairground/game-kit/server';
import { SettingError, type SettingsReader } from '@fairground/server/platform/settings-reader';
import type { DoubleTroubleMax } from '../rules.ts';

export interface DoubleTroubleSettings {
  /** From one draw to the next. */
  intervalMs: number;
  /** Bets close this long before the draw. */
  closeMs: number;
  /** The highest number. */
  max: DoubleTroubleMax;
}

const dayMs = 86_400_000;

export const readDoubleTroubleSettings = (
  read: SettingsReader,
  { hasBeacon }: SiteTerms,
): DoubleTroubleSettings => {
  const intervalMs = read.integer('DOUBLE_TROUBLE_INTERVAL_MS', 30_000, [200, dayMs], 'time between draws');
  if (hasBeacon && intervalMs < minBeaconIntervalMs) {
    throw new SettingError(
      `DOUBLE_TROUBLE_INTERVAL_MS is ${intervalMs}: with BEACON_URL it must be at least ${minBeaconIntervalMs}`,
    );
  }
  const setCloseMs = read.integer(
    'DOUBLE_TROUBLE_CLOSE_MS',
    2_000,
    [0, dayMs],
    'bets close this long before the draw; with `BEACON_URL` at least 5000',
  );
  const closeMs = hasBeacon ? Math.max(setCloseMs, beaconCloseMs) : setCloseMs;
  if (closeMs >= intervalMs) {
    throw new SettingError(
      `DOUBLE_TROUBLE_CLOSE_MS is ${setCloseMs}: it must be less than DOUBLE_TROUBLE_INTERVAL_MS (${intervalMs})`,
    );
  }
  const max =
    read.oneOf(
      'DOUBLE_TROUBLE_MAX',
      '30',
      ['30', '50'],
      'the highest number, 30 or 50; half of it is the line between Under and Over',
    ) === '30'
      ? 30
      : 50;
  return { intervalMs, closeMs, max };
};
