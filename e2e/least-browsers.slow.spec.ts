/** Browsers that are as old as docs/browsers.md allows. */
import { missingIn, type Browser } from '../apps/web/build/newer-built-ins.ts';
import { gameSweeps } from '../games/test/sweeps.ts';
import { deleteBuiltIns } from './deleted-built-ins.ts';
import { asEnginePage } from './engine-page.ts';
import { press } from './engine-steps.ts';
import { expect, test } from './fixtures.ts';

test.use({
  siteKind: 'drawing',
  // A bet that arrives as betting closes is refused, and placed again.
  expectedErrors: [/401 .*\/api\/user\/me|409/],
});

for (const [browser, tag] of [
  ['chrome', '@phone'],
  ['firefox', '@nightly'],
  ['safari', '@nightly'],
] as const satisfies readonly [Browser, string][])
  test(
    `without what the least version of ${browser} lacks, a guest settles a bet of each game`,
    { tag },
    async ({ page }) => {
      await deleteBuiltIns(page, missingIn(browser));
      const engine = asEnginePage(page);
      await page.goto('/');
      const [owner = '', name = ''] = missingIn(browser)[0]?.split('.') ?? [];
      expect(await page.evaluate(`'${name}' in ${owner}`), `${owner}.${name}`).toBe(false);
      await press(engine, 'button', 'Play as a guest');
      await expect(page).toHaveURL('/games');
      for (const { path, settleBet } of gameSweeps) {
        await page.goto(path);
        await settleBet(engine);
      }
    },
  );
