/** The browser's tests: one site for the whole run, a phone and a desktop, no second chances. */
import { defineConfig } from '@playwright/test';

/** Rounds take long, so each way of playing them is tested once: by touch there, by keyboard here; the drawer is for phones. */
const desktopOnly = /(keyboard|live)\.spec\.ts/;
const phoneOnly = /(aviator|drawer)\.spec\.ts/;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  reporter: [['list'], ['json']],
  workers: 1,
  retries: 0,
  fullyParallel: false,
  forbidOnly: true,
  // A flight can last a minute and a half.
  timeout: 240_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: process.env['SITE_UNDER_TEST'] ?? 'http://localhost:3000',
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: desktopOnly,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', testIgnore: phoneOnly, use: { viewport: { width: 1440, height: 900 } } },
  ],
});
