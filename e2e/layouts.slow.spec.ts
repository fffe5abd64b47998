/** On every screen the stage and the main button are in view, and nothing is cut off. */
import type { MinefieldCreateAnswer } from '@fairground/game-minefield/contract';
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { begin, cashOutButton, openMeadow, playUntilGems, plot } from './minefield-steps.ts';

const games = [
  ['/games/aviator', 'Place Bet'],
  ['/games/minefield', 'Place Bet & Start'],
  ['/games/double-trouble', 'Place Bet'],
  ['/games/play-lottery', 'Place Bid'],
  ['/games/high-striker', 'Swing'],
] as const;
const sideways = [
  [740, 360],
  [844, 390],
] as const;
const upright = [
  [320, 640],
  [360, 640],
  [360, 740],
  [390, 844],
  [430, 932],
  [480, 844],
  [768, 1024],
] as const;
const desktops = [
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
] as const;
/** The ticket of the lottery is as high as its numbers; the stages of the others fill the window. */
const filling = games.filter(([path]) => path !== '/games/play-lottery');

test.describe('layouts', { tag: '@phone' }, () => {
  for (const [path, button] of games) {
    test(`${path} fits every phone, and shows its stage and its main button together on one held sideways`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      await page.goto(path);
      await mainButton(page, button).waitFor();
      await page.evaluate(() => document.fonts.ready);
      for (const [width, height] of [...upright, ...sideways]) {
        await resize(page, width, height);
        const where = `${width}x${height}`;
        const action = (await mainButton(page, button).boundingBox())!;
        expect.soft(action.y, where).toBeGreaterThanOrEqual(0);
        expect.soft(action.y + action.height, where).toBeLessThanOrEqual(height);
        await expectNoSidewaysScroll(page);
        expect.soft(await page.evaluate(findCut), where).toEqual([]);
        // On lower phones what is below the stage scrolls.
        if (height >= 740) expect.soft(await page.evaluate(findHidden, shownFirst(path)), where).toEqual([]);
        if (path === '/games/aviator' && height >= 844) {
          const crashes = 'main ul:has(a[href^="/rounds/"])';
          await page.locator(crashes).first().waitFor();
          expect.soft(await page.evaluate(findHidden, crashes), `${where}: both rows of crashes`).toEqual([]);
        }
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
  ['Daily wheel', 'Spin to Win!'],
  [/^Watch a poster/, 'Start'],
] as const;

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
        const hidden = await page.evaluate(findHidden, '[role="dialog"] button');
        expect.soft(hidden, `${action} at ${width}x${height}`).toEqual([]);
      }
      await dialog.getByRole('button', { name: 'Close' }).first().click();
      await dialog.waitFor({ state: 'detached' });
    }
  },
);

test.describe('Minefield', { tag: '@desktop' }, () => {
  test('shows what cashing out pays on one line next to the meadow', async ({ page, signIn }) => {
    await signIn();
    await openMeadow(page);
    await playUntilGems(page, 1);
    for (const [width, height] of desktops) {
      await resize(page, width, height);
      const [name, coins] = await cashOutButton(page).locator('> span').all();
      const [nameBox, coinsBox] = [(await name!.boundingBox())!, (await coins!.boundingBox())!];
      const where = `${width}x${height}`;
      expect.soft(nameBox.height, where).toBeLessThan(40);
      expect.soft(coinsBox.y, `${where}: next to each other`).toBeLessThan(nameBox.y + nameBox.height / 2);
    }
  });

  test('shows the mine that was hit, wherever it was', async ({ page, signIn }) => {
    await signIn();
    await openMeadow(page);
    const answered = page.waitForResponse(/mineField\/create$/);
    await begin(page);
    const { user, game } = (await (await answered).json()) as MinefieldCreateAnswer;
    const lost = { ...game, gameState: 'Lost' };
    for (const hit of [2, 7, 12, 17, 22]) {
      const tiles = Array.from({ length: 25 }, (_, id) => ({ id, isTrap: id === hit, isRevealed: true }));
      await page.route(/mineField\/(reveal|update)$/, (route) =>
        route.fulfill({ json: { user, game: lost, tile: tiles[hit], tiles } }),
      );
      await plot(page, hit).click();
      await page.getByRole('heading', { name: 'GAME OVER' }).waitFor();
      for (const [width, height] of [[390, 844], ...sideways, ...desktops] as const) {
        await resize(page, width, height);
        const hidden = await page.evaluate(findHidden, '[data-face="hit"]');
        expect.soft(hidden, `${width}x${height}`).toEqual([]);
      }
      // The server has the game still in play.
      await page.unroute(/mineField\/(reveal|update)$/);
      await openMeadow(page);
    }
  });
});

test(
  'all numbers of Double Trouble are shown, or half of one where the line scrolls',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games/double-trouble');
    const numbers = page.getByRole('group', { name: 'Numbers' });
    await numbers.getByText('30', { exact: true }).waitFor();
    for (const [width, height] of [...upright, [430, 932], [667, 375], ...sideways, [700, 900]] as const) {
      await resize(page, width, height);
      const { scrolls, lastPart } = await numbers.evaluate(measureLine);
      const where = `${width}x${height}`;
      if (!scrolls) {
        expect.soft(await page.evaluate(findHidden, 'fieldset label'), where).toEqual([]);
        continue;
      }
      expect.soft(lastPart, where).toBeGreaterThan(0.3);
      expect.soft(lastPart, where).toBeLessThan(0.7);
    }
  },
);

test.describe('the narrowest phones', { tag: '@phone' }, () => {
  test.use({ viewport: { width: 320, height: 640 } });

  for (const locale of ['en-US', 'es-MX'] as const) {
    test.describe(locale, () => {
      test.use({ locale });

      for (const path of ['/', '/developers', '/forgot-password', '/faq', '/how-to-play'])
        test(`no word of a heading of ${path} is broken`, async ({ page }) => {
          await page.goto(path);
          await page.evaluate(() => document.fonts.ready);
          expect(await page.evaluate(findBrokenWords)).toEqual([]);
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
  for (const [path, button] of games) {
    test(`${path} fits every desktop`, async ({ page, signIn }) => {
      await signIn();
      await page.goto(path);
      await mainButton(page, button).waitFor();
      await page.evaluate(() => document.fonts.ready);
      for (const [width, height] of desktops) {
        await resize(page, width, height);
        await expectNoSidewaysScroll(page);
        expect.soft(await page.evaluate(findCut), `${width}x${height}`).toEqual([]);
      }
    });
  }

  for (const [path, button] of filling) {
    test(`the stage of ${path} fills every desktop, and all of it is above the fold`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      await page.goto(path);
      await mainButton(page, button).waitFor();
      await page.evaluate(() => document.fonts.ready);
      for (const [width, height] of desktops) {
        await resize(page, width, height);
        const where = `${width}x${height}`;
        const action = (await mainButton(page, button).boundingBox())!;
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

/** What a phone shows above the docked controls. */
const shownFirst = (path: string): string =>
  path === '/games/minefield' ? '[role="gridcell"] button' : 'main button[aria-haspopup="dialog"]';

const mainButton = (page: Page, name: string) => page.getByRole('button', { name });

/** Resolves once the page has drawn itself at its new size, at its top. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    scrollTo({ top: 0, behavior: 'instant' });
    for (let frames = 0; frames < 2; frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
}

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

/** Runs in the page. Those of the elements that are cut by the window or covered by something else. */
function findHidden(selector: string): string[] {
  return [...document.querySelectorAll(selector)]
    .filter((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1) return false;
      const edges = [
        [left + width / 2, top + 2],
        [left + width / 2, top + height - 2],
        [left + 2, top + height / 2],
        [left + width - 2, top + height / 2],
      ] as const;
      return edges.some(([x, y]) => {
        const seen = document.elementFromPoint(x, y);
        return seen === null || !(seen.contains(element) || element.contains(seen));
      });
    })
    .map((element) => `${element.tagName} ${element.ariaLabel ?? element.textContent}`);
}

/** Runs in the page. Where the stage and what is next to it end, and how much is empty below both. */
function measureFront(): { frontEnd: number; gap: number } {
  const endOf = (element: Element) => element.getBoundingClientRect().bottom;
  const front = document.querySelector('[data-part="stage"]')!.parentElement!;
  const frontEnd = endOf(front);
  const besides = [...(front.nextElementSibling?.children ?? [])].map(endOf);
  return { frontEnd, gap: endOf(document.querySelector('main')!) - Math.max(frontEnd, ...besides) };
}

/** Runs in the page. Whether a line scrolls sideways, and how much is shown of the last element that is seen in it. */
function measureLine(line: Element): { scrolls: boolean; lastPart: number } {
  const end = line.getBoundingClientRect().right;
  const parts = [...line.querySelectorAll('label')].map((each) => {
    const { left, width } = each.getBoundingClientRect();
    return (end - left) / width;
  });
  return {
    scrolls: line.scrollWidth > line.clientWidth + 1,
    lastPart: Math.min(...parts.filter((part) => part > 0)),
  };
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
