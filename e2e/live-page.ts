/** Public pages wait for their visitor; some rules hold only once the application has taken them over. */
import type { Page } from '@playwright/test';

/** Gives a first sign, and resolves once the page is the application's: moves within it load no HTML. */
export async function makeLive(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((name) => name.startsWith('__reactContainer')),
  );
}
