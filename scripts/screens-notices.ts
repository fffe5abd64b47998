/** Notices and the change of the e-mail address, for `npm run screens`. */
import type { Page } from '@playwright/test';
import { PlayerClient } from '../apps/server/test/player-client.ts';

type Take = (name: string, fullPage?: boolean) => Promise<unknown>;

const password = 'a meadow of lanterns';

/** A player of their own, so that the pictures of other pages stay as they are. */
export const takeNotices = async (page: Page, take: Take, siteUrl: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  const username = `n_${Math.random().toString(36).slice(2, 10)}`;
  const player = new PlayerClient(siteUrl, username);
  await player.register();
  await page.context().addCookies([{ name: 'session', value: player.token, url: siteUrl }]);
  await page.goto('/games');
  for (const friend of ['anna', 'bruno', 'carla']) {
    const { status } = await new PlayerClient(siteUrl, friend).call('POST', '/auth/register', {
      username: `${friend}_${username}`,
      email: `${friend}_${username}@example.org`,
      password,
      adult: true,
      ref: player.user?.referenceId,
    });
    if (status !== 201) throw new Error(`${friend} could not register: ${status}`);
  }
  await player.call('POST', '/user/export', { password });
  await page.reload();
  const bell = page.getByRole('banner').getByRole('button', { name: 'Notices: 4 new' });
  const menu = page.getByRole('button', { name: 'Open menu' });
  await bell.or(menu).first().waitFor();
  if (await bell.isVisible()) {
    await take('notices-header', false);
    await bell.click();
  } else {
    await menu.click();
    await dialog.getByRole('button', { name: 'Notices: 4 new' }).waitFor();
    await take('notices-drawer', false);
    await dialog.getByRole('button', { name: 'Notices: 4 new' }).click();
  }
  await dialog.getByRole('button', { name: 'Mark all as read' }).waitFor();
  await take('notices-list', false);
  await page.goto('/profile/notices');
  await page.getByRole('checkbox').first().waitFor();
  await take('notices-choices');

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change e-mail' }).click();
  await dialog.getByLabel('New e-mail address').fill(`${username}@example.net`);
  await dialog.getByLabel('Current password').fill(password);
  await take('email-change', false);
  await dialog.getByRole('button', { name: 'Send the links' }).click();
  await dialog.getByText(/^The change to/).waitFor();
  await take('email-waiting', false);
  await page.goto('/confirm-new-email?mailed=token#token=a-token');
  await page.getByRole('button', { name: 'Confirm the change' }).waitFor();
  await take('email-confirm');
};
