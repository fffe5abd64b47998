/**
 * The settings of the sites that browser tests play on.
 * No lottery draw falls into the run, which would close the sales for a minute: it is half a day away. The first
 * process of a run decides, and its workers inherit it.
 */
const drawHour = (process.env['E2E_DRAW_HOUR'] ??= String((new Date().getUTCHours() + 12) % 24));

const usual = {
  LOTTERY_DRAW_CRON: `0 ${drawHour} * * *`,
  AVIATOR_COUNTDOWN_MS: '6000',
  AD_SECONDS: '2',
  DOUBLE_TROUBLE_INTERVAL_MS: '6000',
  DOUBLE_TROUBLE_CLOSE_MS: '1500',
  // With as many sites and browsers as workers, a connection may take longer than the 2 s of a quiet machine.
  DATABASE_PATIENCE: '3',
  LOG_LEVEL: 'warn',
};

export const siteKinds = {
  usual,
  /** The lottery draws twice a minute. */
  drawing: { ...usual, LOTTERY_DRAW_CRON: '*/30 * * * * *', LOTTERY_CLOSE_MS: '8000' },
  /** No round ends while a page loads. */
  calm: { ...usual, AVIATOR_COUNTDOWN_MS: '600000', DOUBLE_TROUBLE_INTERVAL_MS: '600000' },
  /** New accounts need an invitation. */
  invited: { ...usual, REGISTRATION: 'invite' },
  /** The lottery draws while the database is unavailable. */
  failing: {
    ...usual,
    DATABASE_PATIENCE: '1',
    LOTTERY_DRAW_CRON: '*/10 * * * * *',
    LOTTERY_CLOSE_MS: '1000',
  },
} as const satisfies Record<string, Record<string, string>>;

export type SiteKind = keyof typeof siteKinds;
