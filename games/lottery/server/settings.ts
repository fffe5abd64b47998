/** The environment variables of the lottery. */
import { beaconCloseMs, minBeaconIntervalMs, type SiteTerms } from '@fairground/game-kit/server';
import { SettingError, type SettingsReader } from '@fairground/server/platform/settings-reader';
import { shortestIntervalMs } from './calendar.ts';
import { isCron } from './cron-pattern.ts';

export interface LotterySettings {
  /** When draws fall, in the site's zone. */
  drawCron: string;
  /** Sales close this long before the draw. */
  closeMs: number;
  /** The latest close of sales, whatever the interval. */
  minCloseMs: number;
}

const dayMs = 86_400_000;

export const readLotterySettings = (read: SettingsReader, { hasBeacon }: SiteTerms): LotterySettings => {
  const drawCron = read.matching(
    'LOTTERY_DRAW_CRON',
    '0 20 * * *',
    isCron,
    'five cron fields (minute hour day month weekday), or six with seconds first',
    'when draws are held, as a cron pattern in `SITE_TIME_ZONE`; six fields with seconds are allowed. ' +
      'Named times, such as `0 0,12 * * *`, are held once a day also when the clock is set; ' +
      'steps, such as `0 */6 * * *`, count the hours that pass',
  );
  const closeMs = read.integer(
    'LOTTERY_CLOSE_MS',
    60_000,
    [0, dayMs],
    'sales close this long before the draw; with `BEACON_URL` at least 5000',
  );
  if (!hasBeacon) return { drawCron, closeMs, minCloseMs: 0 };
  const intervalMs = shortestIntervalMs(drawCron);
  if (intervalMs !== undefined && intervalMs < minBeaconIntervalMs) {
    throw new SettingError(
      `LOTTERY_DRAW_CRON is ${JSON.stringify(drawCron)}: ` +
        `with BEACON_URL there must be at least ${minBeaconIntervalMs} ms between draws`,
    );
  }
  return { drawCron, closeMs, minCloseMs: beaconCloseMs };
};
