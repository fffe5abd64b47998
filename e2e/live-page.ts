/** Public pages load the application at the first input; some behaviour needs it. */
import type { Page } from '@playwright/test';

/** Loads the application by an input, and resolves once it has taken the page over: then navigation loads no HTML. */
export async function makeLive(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((name) => name.startsWith('__reactContainer')),
  );
}
