/** Browser engines as the tests in this folder drive them: only what all three drivers can do. */
import { openWithPuppeteer } from './puppeteer.ts';
import { openWebKit, webKitMissing } from './webkit.ts';
import { findChromium } from '../../scripts/chromium.ts';
import { findProgram } from '../../scripts/find-program.ts';

export interface Size {
  width: number;
  height: number;
}

export interface EnginePage {
  open(url: string): Promise<void>;
  /** Runs a function in the page. It can use nothing from outside itself but its arguments, which are sent as JSON. */
  run<Args extends readonly unknown[], Value>(
    script: (...args: Args) => Value,
    ...args: Args
  ): Promise<Awaited<Value>>;
  /** Presses the pointer's main button, in CSS pixels from the viewport's corner. */
  pressAt(x: number, y: number): Promise<void>;
  /** A PNG of the viewport, one pixel for each CSS pixel. */
  screenshot(): Promise<Uint8Array>;
  /** What the page has reported as an error on its console so far. */
  errors(): readonly string[];
  close(): Promise<void>;
}

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
