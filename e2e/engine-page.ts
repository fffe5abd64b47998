/** A page of a browser, whichever program drives it. */
import type { Page } from '@playwright/test';

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

/** The page as the steps of all engines drive it. */
export const asEnginePage = (page: Page): EnginePage => ({
  open: async (url) => void (await page.goto(url)),
  run: (script, ...args) => page.evaluate(`(${String(script)})(...${JSON.stringify(args)})`),
  pressAt: (x, y) => page.mouse.click(x, y),
  screenshot: () => page.screenshot(),
  errors: () => [],
  close: () => page.close(),
});
