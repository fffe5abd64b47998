/** The pages of a guest for `npm run screens`: the profile, the leaderboard, and the dialogs. */
import type { Page } from '@playwright/test';

type Take = (name: string, fullPage?: boolean) => Promise<unknown>;

/** Signs in as a guest, and logs out at the end. */
export const takeGuests = async (page: Page, take: Take): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await page.goto('/');
  await page.getByRole('button', { name: 'Play as a guest' }).click();
  await page.waitForURL('**/games');
  await page.goto('/profile');
  await page.getByRole('region', { name: 'Keep this account' }).waitFor();
  await take('guest-profile');
  await page.getByRole('region', { name: 'Keep this account' }).getByRole('button').click();
  await dialog.getByLabel('Email').waitFor();
  await take('guest-keep', false);
  await page.keyboard.press('Escape');
  await page.goto('/leaderboard');
  await page.getByText('Guests are not on the leaderboard.').waitFor();
  await take('guest-leaderboard');
  // Phones have the account's menu in the drawer.
  const account = page.getByRole('button', { name: /^Account of / });
  const isWide = (page.viewportSize()?.width ?? 0) >= 768;
  await (isWide ? account : page.getByRole('button', { name: 'Open menu' })).click();
  await page.getByRole('button', { name: 'Keep this account' }).last().waitFor();
  await take('guest-menu', false);
  await page.getByRole('button', { name: 'Log out' }).click();
  await dialog.getByText('cannot sign in to it again').waitFor();
  await take('guest-logout', false);
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
};
