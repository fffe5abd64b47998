/** A page that the browser translates goes on: what changes is shown, and no part of it fails. */
import { gameSweeps } from '../games/test/sweeps.ts';
import { asEnginePage } from './engine-page.ts';
import { expect, test } from './fixtures.ts';
import { translatePages } from './translated-page.ts';

test.use({
  siteKind: 'drawing',
  // A bet that arrives as betting closes is refused, and placed again.
  expectedErrors: [/409/],
});

for (const { folder, path, settleBet } of gameSweeps)
  test(`a bet of ${folder} is placed and settled on a translated page`, async ({ page, signIn }) => {
    await signIn();
    await translatePages(page);
    await page.goto(path);
    await expect(page.locator('h1 font')).not.toHaveCount(0);
    await settleBet(asEnginePage(page));
    await expect(page.locator('h1')).toBeVisible();
  });
