/** The console's pages of players: one player's story, what the staff do to them, and what takes two people. */
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from './accessible.ts';
import { signInStaff } from './console-steps.ts';
import { expect, expectSoundBooks, password, test } from './fixtures.ts';

test.use({ expectedErrors: [/401|403|409/] });

test(
  'support finds a player, reads their story, suspends them and lifts it',
  { tag: '@phone' },
  async ({ page, context, site, createPlayer }) => {
    const player = await createPlayer();
    await signInStaff(context, site, 'support');
    await page.goto('/console');
    await expect(page).toHaveURL('/console/players');
    await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
      'Players',
      'Requests',
      'Contact',
    ]);
    await page.getByLabel('Name, address or id').fill(player.username);
    await page.getByRole('button', { name: 'Search' }).click();
    await expectNoSidewaysScroll(page);
    await expectAccessibleByNightAndDay(page, 'players found');
    await page.getByRole('link', { name: player.username }).click();
    await expect(page.getByRole('heading', { level: 1, name: player.username })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Movements' })).toBeVisible();
    await expect(page.getByText('signup')).toBeVisible();

    await page.getByLabel('Reason of the suspension').fill('several accounts of one person');
    await page.getByLabel('Until').fill('2099-12-31T12:00');
    await page.getByRole('button', { name: 'Suspend and sign out' }).click();
    await expect(
      page.getByText(/^Suspended since .* 31 Dec 2099.*several accounts of one person$/),
    ).toBeVisible();
    expect((await player.request.get('/api/user/me')).status()).toBe(401);
    const data = { identifier: player.username, password };
    const refused = await player.request.post('/api/auth/login', { data });
    expect(((await refused.json()) as { detail: string }).detail).toContain('suspended until 2099-12-31');
    await expectNoSidewaysScroll(page);
    await expectAccessibleByNightAndDay(page, 'a suspended player');
    await page.getByRole('button', { name: 'Lift the suspension' }).click();
    await expect(page.getByRole('button', { name: 'Suspend and sign out' })).toBeVisible();
    expect((await player.request.post('/api/auth/login', { data })).status()).toBe(200);
  },
);

test(
  'a correction above the limit takes two operators',
  { tag: '@desktop' },
  async ({ page, context, browser, site, createPlayer }) => {
    const player = await createPlayer();
    await signInStaff(context, site, 'operator');
    await page.goto(`/console/players?text=${player.username}`);
    await page.getByRole('link', { name: player.username }).click();
    const correct = async (coins: string) => {
      await page.getByLabel('Coins', { exact: true }).fill(coins);
      await page.getByLabel('Reason of the correction').fill('a round that was never settled');
      await page.getByRole('button', { name: 'Correct coins' }).click();
    };
    await correct('-999999');
    await expect(page.getByText(/^This waits under Requests/)).toBeVisible();
    await correct('500');
    await expect(page.getByText('Corrected.')).toBeVisible();
    await expect(page.getByText('players correct requested')).toBeVisible();
    await correct('20000');
    await expect(page.getByText(/^This waits under Requests/)).toBeVisible();

    await page.getByRole('link', { name: 'Requests' }).click();
    const open = page.getByRole('table', { name: 'Open requests' });
    const given = open.getByRole('row').filter({ hasText: `Give 20,000 coins ${player.username}` });
    await expect(given.getByRole('button')).toHaveText(['Withdraw']);
    await expectAccessibleByNightAndDay(page, 'own requests');

    const second = await browser.newContext({ baseURL: site.url });
    await signInStaff(second, site, 'operator');
    const other = await second.newPage();
    await other.goto('/console/requests');
    const row = (text: string) =>
      other.getByRole('table', { name: 'Open requests' }).getByRole('row').filter({ hasText: text });
    await row(`Take 999,999 coins ${player.username}`).getByRole('button', { name: 'Approve' }).click();
    await expect(other.getByRole('alert')).toHaveText('The player has not that many coins.');
    await row(`Take 999,999 coins ${player.username}`).getByRole('button', { name: 'Refuse' }).click();
    await row(`Give 20,000 coins ${player.username}`).getByRole('button', { name: 'Approve' }).click();
    const decided = other.getByRole('table', { name: 'Decided requests' });
    await expect(
      decided.getByRole('row').filter({ hasText: `Give 20,000 coins ${player.username}` }),
    ).toContainText('approved');
    await second.close();
    const me = (await (await player.request.get('/api/user/me')).json()) as { coins: number };
    expect(me.coins).toBe(21_500);
    await expectSoundBooks(site);
  },
);
