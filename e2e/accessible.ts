/** No rule for accessibility that is serious is broken. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A colour on its way to another has a contrast that nobody reads by. */
export const settleColours = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const underWay = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(underWay.map((each) => each.finished));
  });
};

/** `state` names the page and what it shows, for the message. */
export const expectAccessible = async (page: Page, state: string = page.url()): Promise<void> => {
  await settleColours(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${state}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  expect.soft(grave).toEqual([]);
};
