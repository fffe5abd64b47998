/**
 * On small phones the main button of every game is in the first view, also with a bet, and no result covers a
 * button.
 */
import { gamePages, gameSweeps } from '../games/test/sweeps.ts';
import { expect, mainButton, test } from './fixtures.ts';
import { findHidden, resize, sideways } from './layout-steps.ts';

test.use({ siteKind: 'calm' });

const smallPhones = [[320, 640], [360, 640], [360, 740], ...sideways] as const;

test.describe('on a small phone', { tag: '@phone' }, () => {
  for (const { path, button, choose } of gamePages)
    test(`the main button of ${path} is in the first view`, async ({ page, signIn }) => {
      await signIn();
      await page.goto(path);
      await choose?.(page);
      const main = mainButton(page, button.en);
      await expect(main).toBeEnabled();
      await page.evaluate(() => document.fonts.ready);
      await main.evaluate((element) => element.setAttribute('data-main', ''));
      for (const [width, height] of smallPhones) {
        await resize(page, width, height);
        expect.soft(await page.evaluate(findHidden, '[data-main]'), `${width}x${height}`).toEqual([]);
      }
    });

  for (const { dialogButtons } of gameSweeps) {
    if (dialogButtons === undefined) continue;
    test(`the result of "${dialogButtons.play}" covers no button of its dialog`, async ({ page, signIn }) => {
      await signIn();
      await page.goto('/games');
      await page.getByRole('button', { name: dialogButtons.open }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: dialogButtons.play }).click();
      await expect(page.locator('[data-toast]')).toHaveCount(1);
      await expect(dialog.getByRole('button', { name: dialogButtons.play })).toHaveCount(0);
      for (const [width, height] of smallPhones) {
        await resize(page, width, height);
        expect.soft(await page.evaluate(findHidden, 'dialog button'), `${width}x${height}`).toEqual([]);
      }
    });
  }
});
