/** The browser of tests, pictures and measurements. */
import { chromium, type Browser, type LaunchOptions } from '@playwright/test';
import { findProgram } from './find-program.ts';

/**
 * The path of the browser: CHROMIUM_PATH, or the first one that is installed. The headless shell has no windows to
 * draw, and takes about a quarter less processor time for the same pages.
 */
export const findChromium = (): string | undefined =>
  process.env['CHROMIUM_PATH'] ??
  findProgram('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome');

/** The headless shell keeps no page that was left, the whole browser does. */
export const findWholeChromium = (): string | undefined =>
  findProgram('chromium', 'chromium-browser', 'google-chrome');

export const wholeChromiumMissing = 'no whole Chromium on the PATH. On Debian: apt-get install chromium';

export const chromiumMissing =
  'no Chromium on the PATH. On Debian: apt-get install chromium-headless-shell; elsewhere set CHROMIUM_PATH.';

export const requireChromium = (): string => {
  const path = findChromium();
  if (path === undefined) throw new Error(chromiumMissing);
  return path;
};

export const launchChromium = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox', '--disable-gpu'], ...options });
