/** Access tokens and the mark of bots for `npm run screens`. */
import type { Page } from '@playwright/test';
import { PlayerClient } from '../apps/server/test/player-client.ts';

type Take = (name: string, fullPage?: boolean) => Promise<unknown>;

/** A player of their own: limits of others are reached, and this one is a bot afterwards. */
export const takeTokens = async (page: Page, take: Take, siteUrl: string): Promise<void> => {
  const username = `t_${Math.random().toString(36).slice(2, 10)}`;
  const player = new PlayerClient(siteUrl, username);
  await player.register();
  await page.context().addCookies([{ name: 'session', value: player.token, url: siteUrl }]);
  const dialog = page.getByRole('dialog');
  await page.goto('/profile/tokens');
  await page.getByText('You have no tokens.').waitFor();
  await take('tokens-none');
  await page.getByRole('button', { name: 'Create a token' }).click();
  await dialog.getByLabel('Name').fill('evening player');
  await dialog.getByRole('button', { name: 'Read and play' }).click();
  await dialog.getByLabel('Current password').fill('a meadow of lanterns');
  await take('tokens-create', false);
  await dialog.getByRole('button', { name: 'Create a token' }).click();
  await dialog.getByRole('button', { name: 'I have stored it' }).waitFor();
  await take('tokens-created', false);
  const token = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  const played = await fetch(new URL('/api/highStriker/create', page.url()), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 100, target: 1.5 }),
  });
  if (played.status !== 201) throw new Error(`the token could not play: ${played.status}`);
  await page.getByText('is marked as a bot').waitFor();
  await take('tokens');
  await page.goto(`/user/${username}`);
  await page.getByText('bot', { exact: true }).waitFor();
  await take('user-bot');
};
