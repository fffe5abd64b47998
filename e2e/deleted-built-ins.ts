/** Browsers that lack some of what Chromium has. */
import type { Page } from '@playwright/test';

/** Before any script of a page runs. */
export const deleteBuiltIns = (page: Page, paths: readonly string[]): Promise<unknown> =>
  page.addInitScript((each) => {
    for (const path of each) {
      const names = path.split('.');
      const last = names.pop() ?? '';
      const owner = names.reduce<unknown>(
        (found, name) => (found as Record<string, unknown> | undefined)?.[name],
        globalThis,
      );
      if (owner !== undefined) delete (owner as Record<string, unknown>)[last];
    }
  }, paths);
