/**
 * Every page in both languages has its title and its texts. On every device nothing runs out of it, and no text is
 * cut.
 */
import type { Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { resize } from './layout-steps.ts';
import { expectRoute } from './page-texts.ts';
import { expectReflowed, openAll, publicPages } from './reflow.ts';
import { footerTexts, guardedRoutes, playerTexts, visitorTexts } from './route-texts.ts';

test.use({ expectedErrors: [/400|401|404/] });

/** 320 by 256 is what a window of 1280 by 1024 has at a zoom of 400%. */
const sizes = [
  [320, 256],
  [320, 640],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1280, 720],
  [1920, 1080],
  [2560, 1440],
] as const;

test.describe('in windows of every size', { tag: '@desktop' }, () => {
  const expectEverySize = async (page: Page, path: string): Promise<void> => {
    for (const [width, height] of sizes) {
      await resize(page, width, height);
      await expectReflowed(page, `${path} at ${width}x${height}`);
    }
  };

  for (const [language, locale] of [
    ['en', 'en-US'],
    ['es', 'es-ES'],
  ] as const)
    test.describe(locale, () => {
      test.use({ locale });

      test('public pages have their texts, and show all of them', async ({ page }) => {
        for (const route of publicPages) {
          await openAll(page, route.path);
          // The application takes a public page over at the first input.
          await page.keyboard.press('Shift');
          await expectRoute(page, language, route, [...visitorTexts, ...footerTexts]);
          await expectEverySize(page, route.path);
        }
      });

      test('the pages of a player have their texts, and show all of them', async ({ page, signIn }) => {
        const username = await signIn();
        for (const route of guardedRoutes(username)) {
          await openAll(page, route.path);
          await expectRoute(page, language, route, [...playerTexts, ...footerTexts]);
          await expectEverySize(page, route.path);
        }
      });
    });
});
