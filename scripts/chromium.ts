/** The browser that pictures are taken with: Debian's, or the one that CHROMIUM_PATH names. */
import { chromium, type Browser } from '@playwright/test';

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
