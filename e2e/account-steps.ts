/** The parts of a player's account: a list on a desktop, a menu on a phone. */
import type { Page } from '@playwright/test';

export const openPart = async (page: Page, name: string): Promise<void> => {
  const account = page.getByRole('navigation', { name: 'Your account' });
  const menu = account.getByRole('button');
  if (await menu.isVisible()) await menu.click();
  await account.getByRole('link', { name, exact: true }).click();
};
