/** What a page has loaded: for the benchmark, and for the test of the budgets. */
import type { Page } from '@playwright/test';

export interface PageWeight {
  /** As sent (brotli). */
  scriptBytes: number;
  /** Files of script and style. */
  requests: number;
}

export const readWeight = (page: Page): Promise<PageWeight> =>
  page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const endingIn = (end: string) => loaded.filter(({ name }) => new URL(name).pathname.endsWith(end));
    const scripts = endingIn('.js');
    return {
      scriptBytes: scripts.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0),
      requests: scripts.length + endingIn('.css').length,
    };
  });

/** Gives a page the first sign of a visitor, and waits until the application runs: then navigation loads no HTML. */
export async function startApplication(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  // Not by frames, which a busy machine draws late.
  await page.waitForFunction(
    () =>
      Object.keys(document.getElementById('root') ?? {}).some((name) => name.startsWith('__reactContainer')),
    undefined,
    { polling: 100, timeout: 120_000 },
  );
}
