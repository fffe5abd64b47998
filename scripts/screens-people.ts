/** The pages about players for `npm run screens`, with something on each: tickets, a guest, a limit, a break. */
import type { Page } from '@playwright/test';
import { PlayerClient } from '../apps/server/test/player-client.ts';

type Take = (name: string, fullPage?: boolean) => Promise<unknown>;

/** A guest who registered with the player's link. */
const addGuest = async (siteUrl: string, host: PlayerClient): Promise<string> => {
  const guest = new PlayerClient(siteUrl, `g_${host.username}`);
  const { status } = await guest.call('POST', '/auth/register', {
    username: guest.username,
    email: `${guest.username}@example.org`,
    password: 'a meadow of lanterns',
    adult: true,
    ref: host.user?.referenceId,
  });
  if (status !== 201) throw new Error(`the guest could not register: ${status}`);
  return guest.username;
};

export const takePeople = async (
  page: Page,
  take: Take,
  { siteUrl, player }: { siteUrl: string; player: PlayerClient },
): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await page.goto('/profile');
  await page.getByText('No referrals yet!').waitFor();
  const guest = await addGuest(siteUrl, player);
  await page.reload();
  await page.getByText(guest).first().waitFor();
  await page.getByRole('region', { name: 'Ticket history' }).getByRole('listitem').first().waitFor();
  await take('profile');
  for (const [button, name] of [
    ['Choose another picture', 'profile-avatars'],
    ['Change Password', 'profile-password'],
    ['Close account', 'profile-closing'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await dialog.waitFor();
    if (name === 'profile-password') {
      await dialog.getByLabel('New password', { exact: true }).fill('a meadow of');
    }
    await take(name, false);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }

  await page.goto(`/user/${player.username}`);
  await page.getByText(guest).first().waitFor();
  await take('user');
  await page.goto('/user/nobody_here');
  await page.getByRole('heading', { name: 'User not found' }).waitFor();
  await take('user-missing');
  await page.goto('/leaderboard');
  await page.getByText(/^Your rank: \d+/).waitFor();
  await take('leaderboard');
  await page.goto('/limits');
  await page.getByText('You have no limit for the day.').waitFor();
  // Far above what the games of the other pictures cost.
  await page.getByLabel('Coins a day').fill('50000');
  await page.getByRole('button', { name: 'Save the limit' }).click();
  await page.getByText('You have no limit for the day.').waitFor({ state: 'detached' });
  await take('limits');
};
