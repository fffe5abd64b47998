/** What no device may do to a page: cut its texts, run out to the side, or hide the focus. */
import { expect, type Page } from '@playwright/test';
import { findCutTexts } from './cut-texts.ts';
import { watchPages } from '../games/test/sweeps.ts';
import { publicRoutes, type Route } from './route-texts.ts';

export const publicPages: readonly Route[] = [
  ...publicRoutes,
  ...watchPages.map(({ path, title }) => ({ path, title, texts: [] })),
];
export const publicPaths = publicPages.map(({ path }) => path);

/** Opens a page and waits for its data. */
export const openWhole = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
};

export const unfold = (page: Page): Promise<void> =>
  page.evaluate(() =>
    document.querySelectorAll('main details').forEach((each) => each.setAttribute('open', '')),
  );

/** With everything unfolded. */
export const openAll = async (page: Page, path: string): Promise<void> => {
  await openWhole(page, path);
  await unfold(page);
};

/** How far the page runs out to the side, and the elements that do. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*:not(svg *)')].filter(
      (each) => each.getBoundingClientRect().right > clientWidth + 0.5,
    );
    return [
      `${scrollWidth - clientWidth}px`,
      ...wide.slice(0, 6).map(({ outerHTML }) => outerHTML.slice(0, 120)),
    ];
  });

/** No text is cut, and nothing runs out to the side. */
export const expectReflowed = async (page: Page, state: string): Promise<void> => {
  expect.soft(await page.evaluate(findCutTexts), state).toEqual([]);
  expect.soft(await tooWide(page), state).toEqual([]);
};

/** Runs in the page. What is wrong with the focus: it cannot be seen, or something covers it. */
function judgeFocus(): { where: string; fault: string | null } {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return { where: '', fault: null };
  const where = `${focused.tagName} ${focused.ariaLabel ?? focused.textContent?.trim().slice(0, 40) ?? ''}`;
  // A picture of a control can be drawn by its label, which then shows the focus.
  const drawn = [focused, focused.closest('label'), focused.nextElementSibling].filter(
    (each) => each !== null,
  );
  const shows = drawn.some((each) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  });
  if (!shows) return { where, fault: 'cannot be seen' };
  const middle = (from: number, to: number, end: number) => (Math.max(from, 0) + Math.min(to, end)) / 2;
  /** What is drawn in the middle of that part of the focused element that is in the window. */
  const findDrawn = (): Element | null => {
    const { left, top, right, bottom } = focused.getBoundingClientRect();
    return document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
  };
  let seen = findDrawn();
  if (seen === null) {
    // The browser scrolled there with the press, and what has arrived since may have pushed it out.
    focused.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    seen = findDrawn();
  }
  const isOnTop =
    seen !== null &&
    (seen.contains(focused) || focused.contains(seen) || drawn.some((each) => each.contains(seen)));
  return { where, fault: isOnTop ? null : `is covered by ${seen?.tagName ?? 'the edge of the window'}` };
}

/** By keyboard alone: Tab goes through the whole page, and the focus can be seen at each stop. */
export const expectFocusSeen = async (page: Page, state: string): Promise<void> => {
  const stops: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const { where, fault } = await page.evaluate(judgeFocus);
    if (where === '' || stops.length > 150) break;
    stops.push(where);
    expect.soft(fault, `${state}: ${where}`).toBeNull();
  }
  expect.soft(stops.length, `${state}: stops of Tab`).toBeGreaterThan(5);
};

declare global {
  interface Window {
    /** Each shift of the layout without an input: how large it is, and what moved from where to where. */
    shifts: { value: number; moved: string[] }[];
  }
}

/** Runs in the page: keeps what a browser reports as moved without an input. */
export function observeShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
  const describe = (node: Node | null) =>
    node instanceof Element ? node.outerHTML.slice(0, 90) : (node?.textContent?.slice(0, 60) ?? 'gone');
  const measure = ({ x, y, width, height }: DOMRectReadOnly) =>
    [x, y, width, height].map(Math.round).join(' ');
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[])
      if (!hadRecentInput)
        window.shifts.push({
          value,
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${describe(node)}: ${measure(previousRect)} to ${measure(currentRect)}`,
          ),
        });
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * Fonts come before or after the first picture of a page, as the machine has it, and no stand-in breaks every line
 * where they do. Without them a page has its stand-ins from first to last.
 */
export const refuseFonts = (page: Page) => page.route('**/*.woff2', (route) => route.abort());

/** The sum of all shifts is what the field calls CLS while nothing is pressed. */
export const expectStill = async (page: Page, state: string, bound = 0.01): Promise<void> => {
  const shifts = await page.evaluate(() => window.shifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect.soft(sum, `layout shifts of ${state}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThan(bound);
};
