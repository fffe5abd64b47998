/** The browser's tests: a phone and a desktop, no second chances. Most of a test is waiting, so several run at once. */
import { defineConfig } from '@playwright/test';

/**
 * Beside each page Chromium keeps pages of its own for the list under its address bar, which nobody sees here and
 * which take longer than an empty page. The last list of features that it is given counts, so this one begins with
 * what Playwright turns off.
 */
const unwantedFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
];

const waiting = /e2e\/(lottery|failures-away)\.spec\.ts$/;
const phone = {
  grepInvert: /@desktop/,
  use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};
const desktop = { grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } };

/** How the browser is started. */
export const launchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${unwantedFeatures.join(',')}`,
  ],
};

export default defineConfig({
  testDir: '..',
  testMatch: ['e2e/**/*.spec.ts', 'games/*/test/**/*.spec.ts'],
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  reporter: [['list'], ['json']],
  workers: 4,
  retries: 0,
  fullyParallel: true,
  forbidOnly: true,
  // A flight can last a minute and a half.
  timeout: 240_000,
  expect: { timeout: 10_000 },
  use: {
    // What cannot be pressed says so, instead of using up the time of the test.
    actionTimeout: 15_000,
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    trace: 'off',
    launchOptions,
  },
  // What does not depend on the size of the page is tested at one size: such a test carries its tag.
  projects: [
    // First those on a site of their own that wait for draws and outages, so that others use the time.
    { name: 'phone, waiting', testMatch: waiting, ...phone },
    { name: 'desktop, waiting', testMatch: waiting, ...desktop },
    { name: 'phone', testIgnore: waiting, ...phone },
    { name: 'desktop', testIgnore: waiting, ...desktop },
  ],
});
