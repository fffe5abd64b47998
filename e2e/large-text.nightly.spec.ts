/** Where the browser's text is set to twice its size, nothing runs out of the page and no line is cut. */
import type { Page } from '@playwright/test';
import { gameSweeps } from '../games/test/sweeps.ts';
import { expect, test } from './fixtures.ts';
import { resize } from './layout-steps.ts';
import { launchOptions } from './playwright.config.ts';
import { expectReflowed, openAll, publicPaths } from './reflow.ts';
import { guardedRoutes } from './route-texts.ts';

/** The browser's own setting, which the breakpoints follow too. */
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions.args, '--blink-settings=defaultFontSize=32'],
  },
  expectedErrors: [/400|401|404/],
});

const viewports = [
  [1280, 900],
  [360, 740],
] as const;

const expectAllText = async (page: Page, state: string): Promise<void> => {
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  for (const [width, height] of viewports) {
    await resize(page, width, height);
    await expectReflowed(page, `${state} at ${width}x${height}`);
  }
};

test.describe('at the widths of a desktop and of a phone', { tag: '@desktop' }, () => {
  test('public pages show all of their text', async ({ page }) => {
    for (const path of publicPaths) {
      await openAll(page, path);
      await expectAllText(page, path);
    }
  });

  test('the pages of a player show all of their text', async ({ page, signIn }) => {
    const username = await signIn();
    for (const { path } of guardedRoutes(username)) {
      await openAll(page, path);
      await expect(page.getByRole('button', { name: /^Balance:/ })).toBeAttached();
      await expectAllText(page, path);
    }
  });

  test('the cards of games show all of their text while their figures load', async ({ page, signIn }) => {
    await signIn();
    await page.route('**/api/games/config', () => undefined);
    await page.goto('/games');
    await expect(page.getByRole('heading', { level: 2 })).not.toHaveCount(0);
    await expect(page.getByText('coins come back on average')).toHaveCount(0);
    await expectAllText(page, 'cards without figures');
  });

  for (const { id, dialogButtons } of gameSweeps)
    if (dialogButtons !== undefined)
      test(`the dialog of ${id} shows all of its text`, async ({ page, signIn }) => {
        await signIn();
        await page.goto('/games');
        const banner = page.getByRole('banner');
        await banner
          .getByRole('button', { name: new RegExp(dialogButtons.open, 'i') })
          .first()
          .click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAllText(page, id);
      });
});
