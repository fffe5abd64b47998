/** On every device nothing runs out of a page, no text is cut, and the keyboard's focus can be seen. */
import type { Page } from '@playwright/test';
import { betCalls } from '../games/test/sweeps.ts';
import { expect, test } from './fixtures.ts';
import { resize } from './layout-steps.ts';
import {
  expectFocusSeen,
  expectReflowed,
  observeShifts,
  openAll,
  openWhole,
  publicPaths,
  readShifted,
} from './reflow.ts';
import { guardedRoutes } from './route-texts.ts';

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
    await openAll(page, path);
    for (const [width, height] of sizes) {
      await resize(page, width, height);
      await expectReflowed(page, `${path} at ${width}x${height}`);
    }
  };

  for (const locale of ['en-US', 'es-ES'] as const)
    test.describe(locale, () => {
      test.use({ locale });

      test('public pages show all of their text', async ({ page }) => {
        for (const path of publicPaths) await expectEverySize(page, path);
      });

      test('the pages of a player show all of their text', async ({ page, signIn }) => {
        const username = await signIn();
        for (const { path } of guardedRoutes(username)) await expectEverySize(page, path);
      });
    });
});

test.describe('by keyboard alone', () => {
  test('the focus can be seen wherever Tab leads on public pages', async ({ page }) => {
    for (const path of publicPaths) {
      await openAll(page, path);
      await expectFocusSeen(page, path);
    }
  });

  test('the focus can be seen wherever Tab leads on the pages of a player', async ({ page, signIn }) => {
    const username = await signIn();
    for (const { path } of guardedRoutes(username)) {
      await openAll(page, path);
      await expectFocusSeen(page, path);
    }
  });
});

test.describe('while it loads', () => {
  const expectStill = async (page: Page, path: string): Promise<void> => {
    await openWhole(page, path);
    expect.soft(await readShifted(page), `layout shifts of ${path}`).toBeLessThan(0.01);
  };

  test.beforeEach(({ page }) => page.addInitScript(observeShifts));

  test('no public page moves', async ({ page }) => {
    for (const path of publicPaths) await expectStill(page, path);
  });

  test('no page of a player with bets moves', async ({ page, context, signIn, site }) => {
    const username = await signIn();
    for (const { path, body } of [...betCalls, ...betCalls]) {
      const answer = await context.request.post(`/api${path}`, { data: body, headers: { origin: site.url } });
      expect([201, 409], 'placed, or refused since a round is closed').toContain(answer.status());
    }
    for (const { path } of guardedRoutes(username)) await expectStill(page, path);
  });
});
