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
const waitingFiles =
  /\/(awaited-draws|away|line-lost|(flight-shown|failures-away|parachute)\.slow|spectator\.nightly)\.spec\.ts$/;

const onPhone = {
  use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  grepInvert: /@desktop/,
};
const onDesktop = { use: { viewport: { width: 1440, height: 900 } }, grepInvert: /@phone/ };

// The waiting ones are started first, so that the other tests run while these wait.
const projects = [
  { name: 'phone, waiting', testMatch: waitingFiles, workers: 1, ...onPhone },
  { name: 'desktop, waiting', testMatch: waitingFiles, workers: 1, ...onDesktop },
  { name: 'phone', testIgnore: waitingFiles, ...onPhone },
  { name: 'desktop', testIgnore: waitingFiles, ...onDesktop },
];

/**
 * Which tests a lane runs, matched with the project, the file, the title and the tags. A test without a size in its
 * tags runs at the size of a phone in its lane, and again at that of a desktop in `nightly`.
 */
const lanes: Readonly<Record<string, RegExp>> = {
  e2e: /^(?!.*(\.(slow|nightly)\.spec\.ts|@nightly)|desktop(?!.*@desktop))/,
  slow: /^(?!.*@nightly|desktop(?!.*@desktop)).*\.slow\.spec\.ts/,
  nightly: /\.nightly\.spec\.ts|@nightly|^desktop(?!.*@desktop)/,
};
const askedLanes = process.env['TEST_LANES']?.split(',') ?? Object.keys(lanes);

/** How the browser is started. */
export const launchOptions = {
  executablePath: requireChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // A page is painted by one thread: several take a tenth more of the processor, which other workers need.
    '--num-raster-threads=1',
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
  reporter: [['list'], ['../scripts/sum-reporter.ts']],
  grep: askedLanes.map((lane) => lanes[lane] ?? /$^/),
  // Most of them use the processor a third of the time; one or two are of the projects that wait. Each worker of a
  // project starts a site of its own.
  workers: 5,
  // CI repeats a failed test once, see CONTRIBUTING.md. On a contributor's machine the first failure counts.
  retries: process.env['CI'] ? 1 : 0,
  fullyParallel: true,
  forbidOnly: true,
  // Far above what a busy machine needs: these end a test that would never pass, and judge no speed. A flight can last
  // a minute and a half, and some tests open every page.
  timeout: 600_000,
  // A contributor waits for each failed expectation. What takes longer on a quiet machine, such as a flight, says so.
  expect: { timeout: process.env['CI'] ? 120_000 : 15_000 },
  use: {
    // A control that cannot be pressed fails its action, not the time limit of the test.
    actionTimeout: 120_000,
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    // Each new context would install the worker and fill its cache. The tests of the installed site allow it.
    serviceWorkers: 'block',
    trace: 'off',
    launchOptions,
  },
  // Behavior that does not depend on the size of the page is tested at one size, chosen by a tag.
  projects,
});
