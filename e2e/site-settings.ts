/** The settings of the sites that browser tests play on. Pages are built for each of them before the first test. */
const usual = {
  AVIATOR_COUNTDOWN_MS: '6000',
  AD_SECONDS: '2',
  DOUBLE_TROUBLE_INTERVAL_MS: '6000',
  DOUBLE_TROUBLE_CLOSE_MS: '1500',
  LOG_LEVEL: 'warn',
} as const;

export const siteKinds = {
  usual,
  /** The lottery draws twice a minute. */
  drawing: { ...usual, LOTTERY_DRAW_CRON: '*/30 * * * * *', LOTTERY_CLOSE_MS: '8000' },
  /** The lottery draws while the database is unavailable. */
  failing: { ...usual, LOTTERY_DRAW_CRON: '*/10 * * * * *', LOTTERY_CLOSE_MS: '1000' },
} as const satisfies Record<string, Record<string, string>>;

export type SiteKind = keyof typeof siteKinds;
