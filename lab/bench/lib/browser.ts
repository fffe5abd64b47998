/** Chromium for commands that end by their cleanups: Playwright's own handlers of signals would end them before. */
import type { Browser } from '@playwright/test';
import { launchChromium } from '../../../scripts/chromium.ts';
import { addCleanup } from './cleanups.ts';

export const launchBrowser = async (): Promise<Browser> => {
  const browser = await launchChromium({ handleSIGINT: false, handleSIGTERM: false });
  addCleanup(() => browser.close());
  return browser;
};
