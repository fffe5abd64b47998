/** A page that the browser translates shows what changes, and lasts through a round. */
import { asEnginePage } from '../../../e2e/engine-page.ts';
import { expect, test } from '../../../e2e/fixtures.ts';
import { translatePages } from '../../../e2e/translated-page.ts';
import { sweep } from './sweep.ts';

test.use({ expectedErrors: [/409 .*\/api\/aviator\/create/] });

test('a bet is placed and settled on a translated page', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn();
  await translatePages(page);
  await page.goto(sweep.path);
  await expect(page.locator('h1 font')).not.toHaveCount(0);
  await sweep.settleBet(asEnginePage(page));
  await expect(page.locator('h1')).toBeVisible();
});
