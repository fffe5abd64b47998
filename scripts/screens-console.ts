/** The console's pages for `npm run screens`, but for the blog. */
import type { Page } from '@playwright/test';
import { PlayerClient } from '../apps/server/test/player-client.ts';
import { runStatement, signInStaff, type StaffedSite } from './screens-staff.ts';

type Take = (name: string, fullPage?: boolean) => Promise<unknown>;

const message = `Hello,

I took 12 coins at 1.84x in the round before last, and the page shows a loss. My connection was slow at that moment.

Thank you, and greetings to the fair`;

const strikes = 8;

/** A player with bets and movements, and a message that they wrote. */
const addPlayer = async (page: Page, url: string, name: string): Promise<void> => {
  const player = new PlayerClient(url, name);
  await player.register();
  for (let index = 0; index < strikes; index++) {
    await player.call('POST', '/highStriker/create', {
      amount: 100,
      target: 1.2 + 0.1 * (index % 5),
    });
  }
  const sent = await page.request.post('/api/contactus/create', {
    data: {
      name,
      email: `${name}@example.org`,
      title: 'A cash-out that does not show',
      description: message,
    },
    headers: { origin: url },
  });
  if (!sent.ok()) throw new Error(await sent.text());
};

/** `name` is a part of names that no other picture uses. */
export const takeConsole = async (
  page: Page,
  take: Take,
  site: StaffedSite & { name: string },
): Promise<void> => {
  const { url, name } = site;
  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor();
  await page.goto('/console');
  await page.getByLabel('Password').waitFor();
  await take('console-sign-in');

  const player = `p_${name}`;
  await addPlayer(page, url, player);
  await signInStaff(page.context(), site, { name: `operator-${name}`, role: 'operator' });
  await page.goto(`/console/players?text=${player}`);
  await page.getByRole('link', { name: player }).waitFor();
  await take('console-players');
  await page.getByRole('link', { name: player }).click();
  await page.getByRole('heading', { name: 'Movements' }).waitFor();
  await page.getByLabel('Coins', { exact: true }).fill('20000');
  await page.getByLabel('Reason of the correction').fill('a round that was never settled');
  await page.getByRole('button', { name: 'Correct coins' }).click();
  await page.getByText(/^This waits under Requests/).waitFor();
  await take('console-player');
  await page.goto('/console/requests');
  await page.getByRole('button', { name: 'Withdraw' }).first().waitFor();
  await take('console-requests');

  await page.goto('/console/contact');
  await page.getByRole('link', { name: 'A cash-out that does not show' }).first().waitFor();
  await take('console-contact');
  await page.getByRole('link', { name: 'A cash-out that does not show' }).first().click();
  await page.getByRole('heading', { name: 'Answer by mail' }).waitFor();
  await take('console-message');

  await page.goto('/console/games');
  await heading('Games');
  await page.getByText('Close highStriker', { exact: true }).waitFor();
  await take('console-games');
  // A return that chance does not explain, on one of the days before the site.
  await runStatement(
    site,
    `INSERT INTO game_return (game, day, bets, staked, paid, expected, variance)
    VALUES ('highStriker', '2020-01-01', 10000, 100000, 110000, 98000, 1000000) ON CONFLICT DO NOTHING`,
  );
  await page.goto('/console/now');
  await page.getByRole('link', { name: 'Look at the games' }).waitFor();
  await take('console-now');
  await runStatement(site, `DELETE FROM game_return WHERE day = '2020-01-01'`);

  await page.goto('/console/newsletter');
  await page.getByText('Confirmed addresses').waitFor();
  await take('console-newsletter');
  await page.goto('/console/log');
  await page.getByRole('table').waitFor();
  await take('console-log');
  await page.goto('/console/security');
  await page.getByRole('heading', { name: 'Your passkeys' }).waitFor();
  await take('console-security');
  await page.goto('/console/no-such-page');
  await heading('Not found');
  await take('console-not-found', false);
  await page.context().clearCookies();
};
