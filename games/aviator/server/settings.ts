/** The environment variables of Aviator. */
import type { SettingsReader } from '@fairground/server/platform/settings-reader';

export interface AviatorSettings {
  /** Betting time between rounds. */
  countdownMs: number;
}

export const readAviatorSettings = (read: SettingsReader): AviatorSettings => ({
  countdownMs: read.integer('AVIATOR_COUNTDOWN_MS', 10_000, [100, 600_000], 'betting time between rounds'),
});
