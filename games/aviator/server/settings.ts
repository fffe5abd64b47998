/** The environment variables of Aviator. */
import { beaconCloseMs, minBeaconIntervalMs, type SiteTerms } from '@fairground/game-kit/server';
import { SettingError, type SettingsReader } from '@fairground/server/platform/settings-reader';

export interface AviatorSettings {
  /** From the opening of a round to its take-off. */
  countdownMs: number;
  /** Bets close this long before take-off. */
  closeMs: number;
}

export const readAviatorSettings = (read: SettingsReader, { hasBeacon }: SiteTerms): AviatorSettings => {
  const countdownMs = read.integer(
    'AVIATOR_COUNTDOWN_MS',
    10_000,
    [100, 600_000],
    'betting time between rounds; with `BEACON_URL` the last 5000 are without bets',
  );
  if (hasBeacon && countdownMs < minBeaconIntervalMs) {
    throw new SettingError(
      `AVIATOR_COUNTDOWN_MS is ${countdownMs}: with BEACON_URL it must be at least ${minBeaconIntervalMs}`,
    );
  }
  return { countdownMs, closeMs: hasBeacon ? beaconCloseMs : 0 };
};
