/** No rule for accessibility that is serious is broken. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** `state` names the page and what it shows, for the message. */
export const expectAccessible = async (page: Page, state: string = page.url()): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${state}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  expect.soft(grave).toEqual([]);
};
