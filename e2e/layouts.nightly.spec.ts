/** On every screen the stage and the main button are in view, and nothing is cut off. */
import { expectNoSidewaysScroll } from './accessible.ts';
import { expect, mainButton, test } from './fixtures.ts';
import { gamePages, gameSweeps } from '../games/test/sweeps.ts';
import { desktops, findHidden, resize, sideways, upright } from './layout-steps.ts';

test.describe('layouts', { tag: '@phone' }, () => {
  for (const { path, button, shownFirst = 'main button[aria-haspopup="dialog"]' } of gamePages) {
    test(`${path} fits every phone, and shows its stage and its main button together on one held sideways`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      await page.goto(path);
      await mainButton(page, button.en).waitFor();
      await page.evaluate(() => document.fonts.ready);
      for (const [width, height] of [...upright, ...sideways]) {
        await resize(page, width, height);
        const where = `${width}x${height}`;
        const action = (await mainButton(page, button.en).boundingBox())!;
        expect.soft(action.y, where).toBeGreaterThanOrEqual(0);
        expect.soft(action.y + action.height, where).toBeLessThanOrEqual(height);
        await expectNoSidewaysScroll(page);
        expect.soft(await page.evaluate(findCut), where).toEqual([]);
        // On lower phones what is below the stage scrolls.
        if (height >= 740) expect.soft(await page.evaluate(findHidden, shownFirst), where).toEqual([]);
        if (width < height) continue;

        const stage = (await page.locator('[data-part="stage"]').boundingBox())!;
        expect.soft(stage.y, where).toBeGreaterThanOrEqual(0);
        expect.soft(stage.y + stage.height, where).toBeLessThanOrEqual(height);
        expect.soft(stage.height, where).toBeGreaterThan(180);
        expect.soft(action.height, where).toBeGreaterThanOrEqual(44);
        const isApart = action.x >= stage.x + stage.width || action.y >= stage.y + stage.height;
        expect.soft(isApart, `${where}: next to each other`).toBe(true);
      }
    });
  }
});

const picturedDialogs = [
  ...gameSweeps.flatMap(({ dialogButtons }) =>
    dialogButtons ? [[dialogButtons.open, dialogButtons.play] as const] : [],
  ),
  [/^Watch an ad/, 'Start'] as const,
];

test(
  'the main button of a dialog with a picture is in view on a phone held sideways',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games');
    const dialog = page.getByRole('dialog');
    for (const [opener, action] of picturedDialogs) {
      await page.getByRole('button', { name: opener }).first().click();
      await dialog.getByRole('button', { name: action }).waitFor();
      for (const [width, height] of [[667, 375] as const, ...sideways]) {
        await resize(page, width, height);
        const hidden = await page.evaluate(findHidden, 'dialog button');
        expect.soft(hidden, `${action} at ${width}x${height}`).toEqual([]);
      }
      await dialog.getByRole('button', { name: 'Close' }).first().click();
      await dialog.waitFor({ state: 'detached' });
    }
  },
);

test.describe('the narrowest phones', { tag: '@phone' }, () => {
  test.use({ viewport: { width: 320, height: 640 } });

  for (const locale of ['en-US', 'es-MX'] as const) {
    test.describe(locale, () => {
      test.use({ locale });

      test('no word of a heading is broken', async ({ page }) => {
        for (const path of ['/', '/developers', '/forgot-password', '/faq', '/how-to-play']) {
          await page.goto(path);
          await page.evaluate(() => document.fonts.ready);
          expect.soft(await page.evaluate(findBrokenWords), path).toEqual([]);
        }
      });
    });
  }

  test('the leaderboard shows names in full', async ({ page, signIn, createPlayer }) => {
    await signIn();
    await createPlayer();
    await page.goto('/leaderboard');
    const names = page.getByRole('rowheader').getByText(/^\w+$/);
    await names.nth(1).waitFor();
    for (const name of await names.all())
      expect(
        await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        (await name.textContent()) ?? '',
      ).toBe(0);
  });
});

test.describe('layouts of desktops', { tag: '@desktop' }, () => {
  for (const { path, button, fillsWindow } of gamePages) {
    const what = fillsWindow
      ? 'fills every desktop, with all of its stage above the fold'
      : 'fits every desktop';
    test(`${path} ${what}`, async ({ page, signIn }) => {
      await signIn();
      await page.goto(path);
      await mainButton(page, button.en).waitFor();
      await page.evaluate(() => document.fonts.ready);
      for (const [width, height] of desktops) {
        await resize(page, width, height);
        const where = `${width}x${height}`;
        await expectNoSidewaysScroll(page);
        expect.soft(await page.evaluate(findCut), where).toEqual([]);
        if (!fillsWindow) continue;

        const action = (await mainButton(page, button.en).boundingBox())!;
        expect.soft(action.y + action.height, where).toBeLessThanOrEqual(height);
        const shown = '[data-part="stage"] :is(p, button), [data-part="proof"], [data-part="proof"] a';
        expect.soft(await page.evaluate(findHidden, shown), where).toEqual([]);
        const { frontEnd, gap } = await page.evaluate(measureFront);
        expect
          .soft(Math.abs(frontEnd - height), `${where}: the front ends with the window`)
          .toBeLessThan(1.5);
        expect.soft(gap, `${where}: nothing is empty between the game and the footer`).toBeLessThan(1.5);
      }
    });
  }
});

/** Runs in the page. Texts and controls that reach over the edge of the screen, outside lists that scroll sideways. */
function findCut(): string[] {
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  return [...document.querySelectorAll('main :is(button, a, input, p, h1, h2, dt, dd, li)')]
    .filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      const isShown = width > 1 && height > 1;
      return isShown && (left < -0.5 || right > innerWidth + 0.5) && !scrolls(element.parentElement);
    })
    .map((element) => `${element.tagName} ${element.textContent}`);
}

/** Runs in the page. Where the stage and what is next to it end, and how much is empty below both. */
function measureFront(): { frontEnd: number; gap: number } {
  const endOf = (element: Element) => element.getBoundingClientRect().bottom;
  const front = document.querySelector('[data-part="stage"]')!.parentElement!;
  const frontEnd = endOf(front);
  const besides = [...(front.nextElementSibling?.children ?? [])].map(endOf);
  return { frontEnd, gap: endOf(document.querySelector('main')!) - Math.max(frontEnd, ...besides) };
}

/** Runs in the page. Words of headings that are on two lines. */
function findBrokenWords(): string[] {
  const range = document.createRange();
  const isBroken = (node: Text, word: RegExpExecArray): boolean => {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  };
  return [...document.querySelectorAll('main :is(h1, h2, h3)')].flatMap((heading) => {
    const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    for (let node = texts.nextNode(); node instanceof Text; node = texts.nextNode())
      for (const word of node.data.matchAll(/[\p{L}\p{N}]+/gu)) if (isBroken(node, word)) words.push(word[0]);
    return words;
  });
}
