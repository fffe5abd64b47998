/** Toasts close by themselves, lie in the header's row, and let presses through to what is below them. */
import type { Page } from '@playwright/test';
import { isAccepted } from './accepted-request.ts';
import { begin, startButton, turnUntilMine } from '../games/minefield/test/page-steps.ts';
import { expect, test } from './fixtures.ts';

test.describe('toasts', { tag: '@desktop' }, () => {
  // The draw can close between the look at the button and the press.
  test.use({ viewport: { width: 1280, height: 720 }, expectedErrors: [/409 .*doubleTrouble\/create/] });

  test(
    'never take a press on the button that opened them, however many there are',
    { tag: '@nightly' },
    async ({ page, signIn }) => {
      await signIn();
      await page.goto('/games/double-trouble');
      const placeBet = page.getByRole('button', { name: 'Place Bet' });
      const betPlaced = page.locator('[data-toast]', { hasText: 'Bet placed' });
      const pressByPlace = async (): Promise<void> => {
        await expect(placeBet).toBeEnabled({ timeout: 60_000 });
        const box = (await placeBet.boundingBox())!;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const takesPress = placeBet.evaluate(
          (button, at) => button.contains(document.elementFromPoint(...at)),
          [x, y] as const,
        );
        expect(await takesPress, 'nothing covers the button').toBe(true);
        await page.mouse.click(x, y);
      };
      for (let bet = 1; bet <= 4; bet += 1) {
        await expect.poll(() => isAccepted(page, '/doubleTrouble/create', pressByPlace)).toBe(true);
        await expect(betPlaced, 'a repeated text replaces its toast').toHaveCount(1);
      }
      await expect(page.locator('[data-toast]')).toHaveCount(0);
    },
  );

  test('close after five seconds under a resting pointer and after a press', async ({ page, signIn }) => {
    await signIn();
    await page.clock.install();
    await page.goto('/games/minefield');
    await page.getByRole('button', { name: 'Place Bet & Start' }).click();
    const toast = page.locator('[data-toast]');
    await expect(toast).toHaveCount(1);
    await toast.hover();
    await page.mouse.down();
    await page.mouse.move(200, 650, { steps: 3 });
    await page.mouse.up();
    await page.clock.fastForward(5_000);
    await expect(toast).toHaveCount(0);
  });

  test('lie in the header above the stage, none over another, at every size', async ({ page, signIn }) => {
    await signIn();
    await raiseTwo(page);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(findFaults), `${width}x${height}`).toEqual([]);
    }
  });

  test('show two lines of text whole, at every size, and cover no control of the header', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await keepToasts(page);
    await page.goto('/games/minefield');
    await begin(page);
    await turnUntilMine(page, 25);
    await expect(toasts(page).filter({ hasText: 'Game Updated!' })).toHaveCount(1);
    await expect(toasts(page)).toHaveCount(2);
    await expectWholeToasts(page, 'a lost game');
    await moveTo(page, '/games/play-lottery');
    await page.getByRole('button', { name: 'Quick pick' }).click();
    await page.getByRole('combobox', { name: 'Draws' }).selectOption('3 draws');
    await page.getByRole('button', { name: 'Place 3 Bids' }).click();
    await expect(toasts(page).filter({ hasText: '3 tickets bought' })).toHaveCount(1);
    await expectWholeToasts(page, 'tickets');
  });

  test('lie apart from the edge of the window with texts of two and three lines, alone and in pairs', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await raiseTwo(page);
    for (const count of [2, 1]) {
      await expect(toasts(page)).toHaveCount(count);
      for (const [width, height] of [sizes[1], sizes[2]]) {
        await page.setViewportSize({ width, height });
        for (const lines of [2, 3])
          expect
            .soft(await page.evaluate(findFaultsOfLines, lines), `${count} of ${lines} lines at ${width}`)
            .toEqual([]);
      }
      await toasts(page).last().getByRole('button', { name: 'Close' }).click();
    }
  });

  test('are above dialogs, which begin below them, and can be closed there', async ({ page, signIn }) => {
    await signIn();
    await keepToasts(page);
    await page.goto('/profile');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Daily wheel', exact: true }).click();
    await dialog.getByRole('button', { name: 'Spin to Win!' }).click();
    await expect(toasts(page)).toHaveCount(1);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const toast = (await toasts(page).boundingBox())!;
      // What is scrolled out of it is cut off there.
      const { y } = (await dialog.boundingBox())!;
      expect(y, `the dialog at ${width}x${height}`).toBeGreaterThan(toast.y + toast.height);
    }
    await toasts(page).getByRole('button', { name: 'Close' }).click();
    await expect(toasts(page)).toHaveCount(0);
    await expect(dialog).toBeVisible();
  });

  test('leave Escape to a dialog first', async ({ page, signIn }) => {
    await signIn();
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Daily wheel', exact: true }).click();
    await page.getByRole('button', { name: 'Spin to Win!' }).click();
    await expect(toasts(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(toasts(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(toasts(page)).toHaveCount(0);
  });

  test('are read, reached by F8, and closed by a swipe of 50 px', async ({ page, signIn }) => {
    await signIn();
    await raiseTwo(page);
    await expect
      .poll(() => page.evaluate(() => window.spoken))
      .toEqual(['Copied! Referral link copied to clipboard.', 'Game On! Click any tile to find a gem.']);
    await expect(page.locator('[data-toast] [role=status]'), 'and nothing stays to be read again').toHaveText(
      ['', ''],
    );
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await expect(toasts(page).first().getByRole('button')).toBeFocused();
    const { x, y } = (await toasts(page).last().boundingBox())!;
    const swipe = async (px: number): Promise<void> => {
      await page.mouse.move(x + 60, y + 10);
      await page.mouse.down();
      await page.mouse.move(x + 60 + px, y + 10, { steps: 5 });
      await page.mouse.up();
    };
    await swipe(45);
    await expect(toasts(page)).toHaveCount(2);
    await swipe(55);
    await expect(toasts(page)).toHaveCount(1);
    await expect(toasts(page)).toContainText('Copied!');
  });
});

const sizes = [
  [320, 640],
  [360, 740],
  [768, 1024],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
  [740, 360],
] as const;

const toasts = (page: Page) => page.locator('[data-toast]');

declare global {
  interface Window {
    /** What a screen reader was given of toasts. */
    spoken: string[];
  }
}

/** Toasts never expire, so that a busy machine can look at two. */
const keepToasts = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout: original } = window;
    const patient = (run: TimerHandler, ms?: number, ...more: unknown[]) =>
      ms === 5_000 ? 0 : original(run, ms, ...more);
    Object.assign(window, { setTimeout: patient, spoken: [] });
    const listener = new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[data-toast] [role=status]'))
        if (textContent && !window.spoken.includes(textContent)) window.spoken.push(textContent);
    });
    listener.observe(document, { subtree: true, childList: true, characterData: true });
  });

/** One of the profile, which stays while the page changes, and one of a game. */
async function raiseTwo(page: Page): Promise<void> {
  await keepToasts(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await moveTo(page, '/games/minefield');
  await expect(startButton(page)).toBeEnabled();
  await begin(page);
  await expect(toasts(page)).toHaveCount(2);
}

async function expectWholeToasts(page: Page, what: string): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    expect.soft(await page.evaluate(findCutToasts), `${what} at ${width}x${height}`).toEqual([]);
  }
}

/** Runs in the page. */
function findCutToasts(): string[] {
  const shown = [...document.querySelectorAll('[data-toast]')];
  const isApart = (one: DOMRect, other: DOMRect) =>
    one.right <= other.left || one.left >= other.right || one.bottom < other.top || one.top > other.bottom;
  const controls = [...document.querySelectorAll('header :is(a, button)')].map((control) => ({
    name: control.ariaLabel ?? control.textContent,
    box: control.getBoundingClientRect(),
  }));
  return shown.flatMap((toast) => {
    const box = toast.getBoundingClientRect();
    const faults: string[] = [];
    if (toast.scrollHeight > toast.clientHeight) faults.push('its text is cut');
    if (box.top < 0) faults.push('it leaves the window');
    if (shown.some((other) => other !== toast && !isApart(box, other.getBoundingClientRect())))
      faults.push('it covers another');
    // On a phone they lie over all of the header.
    if (innerWidth >= 1440)
      faults.push(
        ...controls.flatMap((each) =>
          each.box.width > 0 && !isApart(box, each.box) ? [`it covers ${each.name}`] : [],
        ),
      );
    return faults.map((fault) => `${toast.textContent}: ${fault}`);
  });
}

/** Runs in the page: lengthens the texts of all toasts to so many lines, and measures them. */
function findFaultsOfLines(lines: number): string[] {
  const edgePx = 2;
  const isInside = (inner: DOMRect, outer: { left: number; top: number; right: number; bottom: number }) =>
    inner.left >= outer.left &&
    inner.top >= outer.top &&
    inner.right <= outer.right &&
    inner.bottom <= outer.bottom;
  return [...document.querySelectorAll('[data-toast]')].flatMap((toast, at) => {
    const text = toast.querySelector('p')!;
    const range = document.createRange();
    range.selectNodeContents(text);
    const places = () => [...range.getClientRects()].filter(({ width }) => width > 0);
    const description = text.querySelector('span')!;
    description.textContent = ' ';
    while (new Set(places().map(({ bottom }) => Math.round(bottom))).size < lines)
      description.textContent += 'words ';
    const box = toast.getBoundingClientRect();
    const window_ = { left: edgePx, top: edgePx, right: innerWidth - edgePx, bottom: innerHeight - edgePx };
    const faults: string[] = [];
    if (!isInside(box, window_)) faults.push(`${at} touches the window's edge: ${box.top}`);
    if (places().some((place) => !isInside(place, box))) faults.push(`a text of ${at} leaves its box`);
    return faults;
  });
}

/** Navigates within the application, so that toasts stay. */
async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Runs in the page. */
function findFaults(): string[] {
  const boxes = [...document.querySelectorAll('[data-toast]')].map((each) => each.getBoundingClientRect());
  const header = document.querySelector('header')!.getBoundingClientRect();
  const isApart = (one: DOMRect, other: DOMRect) =>
    one.right <= other.left || one.left >= other.right || one.bottom <= other.top || one.top >= other.bottom;
  const faults: string[] = [];
  for (const [at, box] of boxes.entries()) {
    if (box.left < 0 || box.top < 0 || box.right > innerWidth) faults.push(`${at} leaves the page`);
    if (box.bottom > header.bottom) faults.push(`${at} is ${box.bottom - header.bottom} px below the header`);
    if (boxes.some((other, of) => of !== at && !isApart(box, other))) faults.push(`${at} covers another`);
    const balance = document.querySelector('header [aria-label^="Balance"]')!.getBoundingClientRect();
    if (innerWidth >= 768 && !isApart(box, balance)) faults.push(`${at} covers the balance`);
  }
  for (const toast of document.querySelectorAll('[data-toast]'))
    if (toast.scrollHeight > toast.clientHeight) faults.push(`a text is cut: ${toast.textContent}`);
  return faults;
}
