/** Rules for accessibility, judged by axe in the states that a test brings a page to. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * A colour on its way to another has a contrast that nobody reads by. What is inherited moves on level by level, so
 * the end of one transition may begin the next.
 */
const settleColours = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const underWay = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
    for (let moving = underWay(); moving.length > 0; moving = underWay())
      await Promise.allSettled(moving.map((each) => each.finished));
  });
};

/** No rule is broken. `state` names the page and what it shows, for the message. */
export const expectAccessible = async (page: Page, state: string = page.url()): Promise<void> => {
  await settleColours(page);
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

const byNightAndDay = async (page: Page, state: string, show: () => Promise<unknown>): Promise<void> => {
  for (const [theme, colorScheme] of [
    ['night', 'dark'],
    ['day', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await show();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectAccessible(page, `${state} by ${theme}`);
  }
};

/** What stands there breaks no rule by night nor by day. Only the application follows the system while it is open. */
export const expectAccessibleByNightAndDay = (page: Page, state: string): Promise<void> =>
  byNightAndDay(page, state, async () => undefined);

/** A page as it comes breaks no rule by night nor by day. */
export const expectPageAccessible = (page: Page, path: string): Promise<void> =>
  byNightAndDay(page, path, async () => {
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
