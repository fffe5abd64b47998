/** The environment variables of the lottery. */
import type { SettingsReader } from '@fairground/server/platform/settings-reader';
import { isCron } from './cron-pattern.ts';

export interface LotterySettings {
  /** When draws fall, in the site's zone. */
  drawCron: string;
  /** Sales close this long before the draw. */
  closeMs: number;
}

const dayMs = 86_400_000;

export const readLotterySettings = (read: SettingsReader): LotterySettings => ({
  drawCron: read.matching(
    'LOTTERY_DRAW_CRON',
    '0 20 * * *',
    isCron,
    'five cron fields (minute hour day month weekday), or six with seconds first',
    'when draws are held, as a cron pattern in `SITE_TIME_ZONE`; six fields with seconds are allowed',
  ),
  closeMs: read.integer('LOTTERY_CLOSE_MS', 60_000, [0, dayMs], 'sales close this long before the draw'),
});
