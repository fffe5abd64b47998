/** Browser tests: at the size of a phone and of a desktop, several at a time. */
import { defineConfig } from '@playwright/test';
import { requireChromium } from '../scripts/chromium.ts';

/**
 * For each page Chromium also loads pages of its own, for the list under its address bar, and starts a spare renderer.
 * Both cost more than an empty page, and no test uses them. Chromium reads only the last list of disabled features, so
 * this one begins with those that Playwright disables.
 */
const disabledFeatures = [
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
  'SpareRendererForSitePerProcess',
];

/** These wait for draws, outages and flights, and use little of the processor. */
const waiting = { testMatch: /\/(lottery-draws|failures-away|flight-shown)\.spec\.ts$/, workers: 1 };
const phone = {
  grepInvert: /@desktop/,
  use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};
const desktop = { grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } };

/** How the browser is started. */
export const launchOptions = {
  executablePath: requireChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures.join(',')}`,
  ],
};

export default defineConfig({
  testDir: '..',
  testMatch: ['e2e/**/*.spec.ts', 'games/*/test/**/*.spec.ts'],
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  reporter: [['list'], ['json']],
  // Four that use the processor, and one or two of the projects that wait.
  workers: 5,
  // See docs/decisions/034-repeated-browser-tests.md. On a contributor's machine a failure is one at once.
  retries: process.env['CI'] ? 1 : 0,
  fullyParallel: true,
  forbidOnly: true,
  // A flight can last a minute and a half.
  timeout: 240_000,
  // Far above what a busy machine needs: these end a test that would never pass, and judge no speed.
  expect: { timeout: 30_000 },
  use: {
    // A control that cannot be pressed fails its action, not the time limit of the test.
    actionTimeout: 30_000,
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    // Each new context would install the worker and fill its cache. The tests of the installed site allow it.
    serviceWorkers: 'block',
    trace: 'off',
    launchOptions,
  },
  // Behaviour that does not depend on the size of the page is tested at one size, chosen by a tag.
  projects: [
    // Started first, so that the other tests run while these wait.
    { name: 'phone, waiting', ...waiting, ...phone },
    { name: 'desktop, waiting', ...waiting, ...desktop },
    { name: 'phone', testIgnore: waiting.testMatch, ...phone },
    { name: 'desktop', testIgnore: waiting.testMatch, ...desktop },
  ],
});
