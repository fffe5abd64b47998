/** Rules of accessibility, checked by axe in the states that a test brings a page to. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/**
 * Waits for transitions of colors, since contrasts halfway are not what players read. An inherited color changes
 * level by level, so the end of one transition may start the next.
 */
const settleColors = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const underWay = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
    for (let moving = underWay(); moving.length > 0; moving = underWay())
      await Promise.allSettled(moving.map((each) => each.finished));
  });
};

/** No rule is broken. `state` describes the page in the message. */
export const expectAccessible = async (page: Page, state: string = page.url()): Promise<void> => {
  // Some pages have their heading with their data.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await settleColors(page);
  // Legacy mode judges in the page itself. The other opens a second page each time, for frames that we have none of.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  const broken = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${state}: ${id}: ${html.slice(0, 160)}: ${failureSummary}`),
  );
  expect.soft(broken).toEqual([]);
};

const themes = [
  ['night', 'dark'],
  ['day', 'light'],
] as const;

/** A test that runs at both sizes checks one theme at each of them; a test of one size checks both themes. */
const themesToCheck = (page: Page) => {
  const isOfOneSize = test.info().tags.some((tag) => tag === '@phone' || tag === '@desktop');
  if (isOfOneSize) return themes;
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  return isPhone ? themes.slice(0, 1) : themes.slice(1);
};

const checkThemes = async (page: Page, state: string, show: () => Promise<unknown>): Promise<void> => {
  for (const [theme, colorScheme] of themesToCheck(page)) {
    await page.emulateMedia({ colorScheme });
    await show();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectAccessible(page, `${state} by ${theme}`);
  }
};

/** The state that the page is in breaks no rule by night or by day. The page must follow the system's theme. */
export const expectAccessibleByNightAndDay = (page: Page, state: string): Promise<void> =>
  checkThemes(page, state, async () => undefined);

/** A page breaks no rule by night or by day, as it loads. */
export const expectPageAccessible = (page: Page, path: string): Promise<void> =>
  checkThemes(page, path, async () => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

/** Nothing is wider than the page. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(over).toBeLessThanOrEqual(0);
};
