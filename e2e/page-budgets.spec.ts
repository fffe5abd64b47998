/** Script that a page has loaded once it is used, as sent (brotli): none may pass its budget, see page-budgets.ts. */
import { expect, test } from './fixtures.ts';
import { maxScriptKilobytes } from './page-budgets.ts';

// The service worker would answer without a size.
test.use({ serviceWorkers: 'block' });

for (const [path, budget] of Object.entries(maxScriptKilobytes))
  test(`${path} loads no more script than its budget`, { tag: '@desktop' }, async ({ page }) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.keyboard.press('Shift');
    await page.waitForFunction(() =>
      Object.keys(document.getElementById('root') ?? {}).some((name) => name.startsWith('__reactContainer')),
    );
    await page.waitForLoadState('networkidle');
    const bytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0),
    );
    // The application itself is more than this; less was not measured.
    expect(bytes / 1024).toBeGreaterThan(100);
    expect(bytes / 1024).toBeLessThanOrEqual(budget);
  });
