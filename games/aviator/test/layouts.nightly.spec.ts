/** On every phone held upright the last crashes are in view. */
import { expect, test } from '../../../e2e/fixtures.ts';
import { findHidden, resize, upright } from '../../../e2e/layout-steps.ts';
import { placeBetButton } from './page-steps.ts';

test(
  'the last crashes are in view on every phone held upright',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games/aviator');
    await placeBetButton(page).waitFor();
    await page.evaluate(() => document.fonts.ready);
    const crashes = 'main ul:has(a[href^="/rounds/"])';
    await page.locator(crashes).first().waitFor();
    for (const [width, height] of upright) {
      await resize(page, width, height);
      expect.soft(await page.evaluate(findHidden, crashes), `${width}x${height}`).toEqual([]);
    }
  },
);
