/** Clubs: from a member's link to the club's table, out of the club again, and what an owner and a member choose. */
import type { ClubPage } from '@fairground/contract/clubs';
import type { APIRequestContext, Page } from '@playwright/test';
import { bet, longestFlightMs } from '../games/aviator/test/page-steps.ts';
import { expectAccessible, expectAccessibleByNightAndDay, expectNoSidewaysScroll } from './accessible.ts';
import { expect, password, test, toastOf } from './fixtures.ts';

// Visitors have no session, and whoever was removed finds no club.
test.use({ expectedErrors: [/401|404/] });

const name = 'The Moonlit Brotherhood of Wandering Bel';

/** A club of the player, as its owner sees it. */
const makeClub = async (owner: APIRequestContext): Promise<ClubPage> => {
  const made = await owner.post('/api/clubs', { data: { name } });
  expect(made.status()).toBe(201);
  const { club } = (await made.json()) as { club: { id: string } };
  return (await (await owner.get(`/api/clubs/${club.id}`)).json()) as ClubPage;
};

const table = (page: Page) => page.locator('[data-part=table]');
const memberRow = (page: Page, username: string) =>
  page.getByRole('table', { name: 'Board of the club' }).getByRole('row').filter({ hasText: username });

test("a member's link leads a visitor to the club's table, where a removal in flight ends the view", async ({
  page,
  createPlayer,
}) => {
  const { username, request: owner } = await createPlayer();
  await owner.post('/api/user/visibility', { data: { hideName: true } });
  const club = await makeClub(owner);
  await page.goto(new URL(club.invite.link).pathname);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(`${username} invites you to`)).toBeVisible();
  await expect(page.getByText('1 member')).toBeVisible();
  await expectAccessible(page, 'the link of a member');
  await page.getByRole('button', { name: 'Play as a guest' }).click();
  await expect(page).toHaveURL(`/clubs/${club.id}`);
  await expect(memberRow(page, username)).toContainText('Owner');
  await expect(page.getByText('2 members · 1 here now')).toBeVisible();
  await expectAccessible(page, 'the page of a club');
  await expectNoSidewaysScroll(page);

  await page.goto('/games/aviator');
  const mine = table(page).getByRole('button', { name: 'My club' });
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  await bet(owner, { amount: 500 });
  const shown = table(page).getByRole('row').filter({ hasText: username });
  await expect(shown).toContainText('500', { timeout: longestFlightMs });
  await expectAccessible(page, 'the table of a club');
  const place = (): Promise<number[]> =>
    table(page).evaluate(({ offsetTop, offsetHeight }: HTMLElement) => [offsetTop, offsetHeight]);
  const [top, height = 0] = await place();
  await table(page).getByRole('button', { name: 'Everyone' }).click();
  // Hidden from everyone else.
  await expect(shown).toHaveCount(0);
  const [topAfter, heightAfter] = await place();
  expect(topAfter).toBe(top);
  expect(heightAfter, 'nothing below the table moves up').toBeGreaterThanOrEqual(height);
  await mine.click();
  await expect(shown).toBeVisible();

  const me = (await (await page.request.get('/api/user/me')).json()) as { id: string };
  await owner.post(`/api/clubs/${club.id}/remove`, { data: { userId: me.id } });
  await expect(mine).toHaveCount(0);
  await expect(shown).toHaveCount(0);
  await page.goto(`/clubs/${club.id}`);
  await expect(page.getByRole('heading', { name: 'No such club' })).toBeVisible();
});

test('whoever signs in by a link joins and comes back', { tag: '@phone' }, async ({ page, createPlayer }) => {
  const [{ request: owner }, { username }] = [await createPlayer(), await createPlayer()];
  const club = await makeClub(owner);
  await page.goto(new URL(club.invite.link).pathname);
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(`/clubs/${club.id}`);
  await expect(memberRow(page, username)).toContainText('You');
  // A link alone joins nobody.
  const other = await makeClub(owner);
  await page.goto(new URL(other.invite.link).pathname);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page).toHaveURL(`/clubs/${other.id}`);
  await page.goto('/games/double-trouble');
  await expect(page.getByRole('combobox', { name: 'Whose bets' })).toHaveValue(other.id);
});

test(
  'an owner makes a club, renames it, renews its links and closes it',
  { tag: '@desktop' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/clubs');
    await page.getByLabel('Name of the club').fill('  ab ');
    await page.getByRole('button', { name: 'Make a club' }).click();
    await expect(page.getByText('Use 3 to 40 characters that can be seen.')).toBeVisible();
    await page.getByLabel('Name of the club').fill('Night owls');
    await page.getByRole('button', { name: 'Make a club' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Night owls' })).toBeVisible();
    await expectAccessibleByNightAndDay(page, 'a new club');
    const link = page.getByRole('textbox', { name: 'Your link to the club' });
    const old = await link.inputValue();

    await page.getByRole('button', { name: 'Manage the club' }).click();
    const dialog = page.getByRole('dialog', { name: 'Manage the club' });
    await dialog.getByLabel('Name of the club').fill('Early birds');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(page.locator('h1')).toHaveText('Early birds');
    await expectAccessibleByNightAndDay(page, 'managing a club');
    const renew = dialog.getByRole('button', { name: 'Renew all links' });
    await renew.press('Enter');
    await expect(dialog.getByText('Everybody gets a new link.')).toBeFocused();
    await dialog.getByRole('button', { name: 'Back' }).press('Enter');
    await expect(renew).toBeFocused();
    await renew.press('Enter');
    await renew.press('Enter');
    await expect(toastOf(page, 'All links are new')).toBeVisible();
    await expect(link).not.toHaveValue(old);
    await page.goto(new URL(old).pathname);
    await expect(page.getByRole('heading', { name: 'This link is dead' })).toBeVisible();

    await page.goto('/clubs');
    const notices = page.getByRole('checkbox', { name: 'Tell me when somebody joins' });
    await notices.uncheck();
    await expect.poll(() => readNotices(page)).toEqual([false, false]);
    await page.reload();
    await expect(notices).toBeEnabled();
    await expect(notices).not.toBeChecked();
    await page.getByRole('link', { name: 'Early birds' }).click();
    await page.getByRole('button', { name: 'Manage the club' }).click();
    await dialog.getByRole('button', { name: 'Close the club' }).click();
    await expect(dialog.getByText('This cannot be undone.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close the club' }).click();
    await expect(page).toHaveURL('/clubs');
    await expect(page.getByText('You are in no club yet.')).toBeVisible();
  },
);

test(
  'whoever is asked about is removed, not whoever takes their place in the list',
  { tag: '@phone' },
  async ({ page, context, createPlayer }) => {
    const [owner, leaving, staying] = [await createPlayer(), await createPlayer(), await createPlayer()];
    const club = await makeClub(owner.request);
    const code = new URL(club.invite.link).pathname.split('/').at(-1);
    for (const { request } of [leaving, staying]) await request.post('/api/clubs/join', { data: { code } });
    await context.addCookies((await owner.request.storageState()).cookies);
    await page.goto(`/clubs/${club.id}`);
    await page.getByRole('button', { name: 'Manage the club' }).click();
    const dialog = page.getByRole('dialog', { name: 'Manage the club' });
    await dialog.getByRole('combobox', { name: 'Member' }).selectOption(leaving.username);
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(dialog.getByRole('status')).toContainText(leaving.username);
    await leaving.request.post(`/api/clubs/${club.id}/leave`);
    // A page that is shown again reads the club again.
    await expect
      .poll(async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
        return page.getByText('2 members').count();
      })
      .toBe(1);
    await expect(dialog.getByRole('status')).toContainText(leaving.username);
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(memberRow(page, staying.username)).toBeVisible();
  },
);

test('whoever looks at a club is here, by an answer from before the page was connected too', async ({
  page,
  context,
  createPlayer,
}) => {
  const { username, request } = await createPlayer();
  const { id } = await makeClub(request);
  await context.addCookies((await request.storageState()).cookies);
  await page.route(`**/api/clubs/${id}?*`, async (route) => {
    const response = await route.fetch();
    const club = (await response.json()) as ClubPage;
    const members = club.members.map((member) => ({ ...member, online: false }));
    await route.fulfill({ response, json: { ...club, members } });
  });
  await page.goto(`/clubs/${id}`);
  await expect(page.getByText('1 member · 1 here now')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Who is here now' })).toHaveText(username);
});

/** Whether the list in the header tells of clubs, by kind. */
async function readNotices(page: Page): Promise<boolean[]> {
  const { kinds } = (await (await page.request.get('/api/user/notice-settings')).json()) as {
    kinds: { kind: string; inbox: boolean }[];
  };
  return kinds.filter(({ kind }) => kind.startsWith('club')).map(({ inbox }) => inbox);
}
