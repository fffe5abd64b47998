/** Browser engines as the tests in this folder drive them: only what both libraries can do. */
import type { EnginePage, Size } from '../../e2e/engine-page.ts';
import { openWithPuppeteer } from './puppeteer.ts';
import { openWebKit, webKitMissing } from './webkit.ts';
import { findChromium } from '../../scripts/chromium.ts';
import { findProgram } from '../../scripts/find-program.ts';

export interface Engine {
  name: string;
  /** Why it cannot be driven here, and how to change that. */
  missing: string | undefined;
  open(size: Size): Promise<EnginePage>;
}

const firefox = findProgram('firefox-esr', 'firefox');
const chromium = findChromium();

export const engines: readonly Engine[] = [
  {
    name: 'Chromium',
    missing: chromium === undefined ? 'on Debian: apt-get install chromium-headless-shell' : undefined,
    open: (size) => openWithPuppeteer('chrome', chromium ?? '', size),
  },
  {
    name: 'Firefox',
    missing: firefox === undefined ? 'on Debian: apt-get install firefox-esr' : undefined,
    open: (size) => openWithPuppeteer('firefox', firefox ?? '', size),
  },
  { name: 'WebKit', missing: webKitMissing(), open: openWebKit },
];
