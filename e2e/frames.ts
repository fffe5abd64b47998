/** Waits for the page to draw. */
import type { Page } from '@playwright/test';

/** Resolves after the second of the next frames: by then the page has drawn what it was doing at the call. */
export const nextFrames = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
