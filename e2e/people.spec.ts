/** Profiles, the leaderboard, and limits: texts and states (docs/product.md 5.2, 13 and 18.1). */
import type { Page } from '@playwright/test';
import { expect, createName, password, test, toastOf } from './fixtures.ts';
import { openPart } from './account-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { tabTo } from './keyboard-steps.ts';

test.use({ expectedErrors: [/404|401|403|409|500/] });

/** Makes a call fail with a server error. */
const breakCall = (page: Page, url: string | RegExp, method = 'GET') =>
  page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' })
      : route.fallback(),
  );

test.describe('the leaderboard', () => {
  test(
    'names its columns, marks the first three, and shows the own rank',
    { tag: '@phone' },
    async ({ page, signIn, createPlayer }) => {
      await signIn();
      await createPlayer();
      await createPlayer();
      await page.goto('/leaderboard');
      await expect(page).toHaveTitle('Leaderboard – Fairground');
      for (const name of ['Rank', 'Player', "Today's Bid", 'Total Winnings']) {
        await expect(page.getByRole('columnheader', { name })).toBeVisible();
      }
      await expect(page.locator('tbody td svg')).toHaveCount(3);
      await expect(page.getByText(/^Your rank: \d+/)).toBeVisible();
      await page.getByRole('button', { name: 'This week' }).click();
      await expect(page.getByRole('button', { name: 'This week' })).toHaveAttribute('aria-pressed', 'true');
      const link = page.locator('tbody').getByRole('link').first();
      await link.click();
      await expect(page).toHaveURL(/\/user\/\w+$/);
    },
  );

  test(
    'shows Loading... first, No players found when empty, and an error with Retry',
    { tag: ['@phone', '@nightly'] },
    async ({ page, signIn }) => {
      await signIn();
      await page.route(/\/api\/user\/leaderboard/, async (route) => {
        await expect(page.getByText('Loading...')).toBeVisible();
        await route.fulfill({ json: [] });
      });
      await page.goto('/leaderboard');
      await expect(page.getByText('No players found')).toBeVisible();
      await page.unroute(/\/api\/user\/leaderboard/);
      await page.route(/\/api\/user\/leaderboard/, (route) => route.fulfill({ json: 'nonsense' }));
      await page.reload();
      await expect(page.getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible({
        timeout: 200_000,
      });
      await page.unroute(/\/api\/user\/leaderboard/);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('table')).toBeVisible();
    },
  );
});

test('each part of the account is reached from its list, by keyboard too', async ({ page, signIn }) => {
  await signIn();
  const { keyboard } = page;
  const account = page.getByRole('navigation', { name: 'Your account' });
  const menu = account.getByRole('button');
  const current = (name: string) => account.getByRole('link', { name, exact: true });
  await page.goto('/profile');
  for (const [name, path, heading] of [
    ['Security', '/profile/security', 'Security'],
    ['My bets', '/profile/play', 'My bets'],
    ['Notices', '/profile/notices', 'Notices'],
    ['Limits', '/limits', 'Limits and breaks'],
    ['Data', '/profile/data', 'Your data'],
  ] as const) {
    await openPart(page, name);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    if (await menu.isVisible()) await expect(menu).toHaveText(name);
    else await expect(current(name)).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page, path);
    await expectNoSidewaysScroll(page);
  }
  if (await menu.isVisible()) {
    await tabTo(page, menu);
    await keyboard.press('Enter');
    await keyboard.press('ArrowDown');
    await expect(current('Profile')).toBeFocused();
  } else await tabTo(page, current('Profile'));
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible();
});

test.describe('the own profile', () => {
  test('a picture is saved once one is picked', { tag: '@desktop' }, async ({ page, signIn }) => {
    await signIn();
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Choose another picture' }).click();
    const dialog = page.getByRole('dialog');
    const update = dialog.getByRole('button', { name: 'Update Avatar' });
    await expect(dialog.getByRole('radio')).toHaveCount(20);
    await expect(update).toBeDisabled();
    await dialog.getByRole('radio', { name: 'Picture 7' }).check();
    await update.click();
    await expect(toastOf(page, 'Avatar updated successfully')).toBeVisible();
    await expect(page.locator('main img[src="/avatars/avatar7.png"]')).toBeVisible();

    await breakCall(page, '**/api/user/update', 'POST');
    await page.getByRole('button', { name: 'Choose another picture' }).click();
    await dialog.getByRole('radio', { name: 'Picture 9' }).check();
    await update.click();
    // The dialog stays open, which hides everything else from screen readers.
    await expect(page.locator('li', { hasText: 'Failed to update avatar' })).toBeVisible();
  });

  test(
    'saves a new name, and refuses a taken one',
    { tag: '@phone' },
    async ({ page, signIn, createPlayer }) => {
      const { username: taken } = await createPlayer();
      await signIn();
      await page.goto('/profile');
      const wanted = createName();
      await page.getByLabel('Username').fill(wanted);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(toastOf(page, 'Profile updated successfully')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: wanted })).toBeVisible();
      await page.getByLabel('Username').fill(taken);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(toastOf(page, 'Failed to update profile')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: wanted })).toBeVisible();
    },
  );

  test(
    'the password dialog saves the password alone, not what the page around it was given',
    { tag: '@phone' },
    async ({ page, signIn }) => {
      const name = await signIn();
      await page.goto('/profile');
      await page.getByLabel('Username').fill(createName());
      const sent: unknown[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/user/update')) sent.push(request.postDataJSON());
      });
      await page.getByRole('button', { name: 'Change Password' }).click();
      const dialog = page.getByRole('dialog');
      const newPassword = 'Lanterns-2026';
      await dialog.getByLabel('New password', { exact: true }).fill(newPassword);
      await dialog.getByLabel('Confirm new password').fill(newPassword);
      await dialog.getByRole('button', { name: 'Save the password' }).click();
      await expect(page.locator('li', { hasText: 'Profile updated successfully' })).toBeVisible();
      await expect(dialog).toBeHidden();
      expect(sent).toEqual([{ username: name, newPassword }]);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    },
  );

  test('rates, compares and saves a new password', { tag: '@phone' }, async ({ page, signIn }) => {
    await signIn();
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Change Password' }).click();
    const dialog = page.getByRole('dialog');
    const fresh = dialog.getByLabel('New password', { exact: true });
    const again = dialog.getByLabel('Confirm new password');
    const save = dialog.getByRole('button', { name: 'Save the password' });
    await expect(dialog.getByText('Strength:')).toHaveCount(0);
    for (const [text, label] of [
      ['short', 'Weak'],
      ['long enough', 'Medium'],
      ['Long enough 1!', 'Strong'],
    ] as const) {
      await fresh.fill(text);
      await expect(dialog.getByText(`Strength: ${label}`)).toBeVisible();
    }
    await fresh.fill('short');
    await again.fill('short');
    await save.click();
    await expect(dialog.getByText('Password must be at least 8 characters')).toBeVisible();
    await fresh.fill('A balloon for Pip 7!');
    await again.fill('A balloon for Pip 8!');
    await save.click();
    await expect(dialog.getByText("Passwords don't match")).toBeVisible();
    await again.fill('A balloon for Pip 7!');
    await save.click();
    await expect(toastOf(page, 'Profile updated successfully')).toBeVisible();
    await expect(dialog).toHaveCount(0);

    await breakCall(page, '**/api/user/update', 'POST');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await fresh.fill('A balloon for Ivo 9!');
    await again.fill('A balloon for Ivo 9!');
    await save.click();
    await expect(page.locator('li', { hasText: 'Failed to update password' })).toBeVisible();
  });

  test("copies the player's own referral link", { tag: '@desktop' }, async ({ page, signIn, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn();
    await page.goto('/profile');
    await expect(page.getByLabel('Referral link')).toHaveValue(/\/register\?ref=ref-[a-z0-9]{10}$/);
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect(toastOf(page, 'Copied!')).toContainText('Referral link copied to clipboard.');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await page.getByLabel('Referral link').inputValue());
    await expect(page.getByText('No referrals yet!')).toBeVisible();
    await expect(page.getByText('Share the referral ID to bring friends.')).toBeVisible();
  });

  test(
    'tickets come ten at a time, until there are no more',
    { tag: ['@phone', '@nightly'] },
    async ({ page, signIn, context }) => {
      await signIn();
      await page.goto('/profile');
      await expect(page.getByText('No tickets found for this user.')).toBeVisible();
      for (let at = 0; at < 12; at++) {
        const answer = await context.request.post('/api/lottery/create', {
          data: { numbers: [1 + at, 8 + at, 15 + at, 22 + at, 29 + at, 36 + at], bid: 10 },
          headers: { origin: new URL(page.url()).origin },
        });
        expect(answer.status()).toBe(201);
      }
      await page.reload();
      const history = page.getByRole('region', { name: 'Ticket history' });
      await expect(history.getByText('Pending')).toHaveCount(10);
      await breakCall(page, /userTickets\/.*pageNo=2/);
      await history.getByRole('button', { name: 'Load More' }).click();
      await expect(history.getByText('Failed to load more tickets')).toBeVisible();
      await page.unroute(/userTickets\/.*pageNo=2/);
      await history.getByRole('button', { name: 'Retry' }).click();
      await expect(history.getByText('Pending')).toHaveCount(12);
      await history.getByRole('button', { name: 'Load More' }).click();
      await expect(history.getByRole('button', { name: 'No More Tickets' })).toBeDisabled();
    },
  );

  test(
    'shows a ticket with an unknown result as pending',
    { tag: ['@phone', '@nightly'] },
    async ({ page, signIn }) => {
      await signIn();
      const ticket = {
        id: '1',
        createdAt: '2026-01-05T20:00:00.000Z',
        numbers: [1, 2, 3, 4, 5, 6],
        matchedNumbers: [],
        bid: 10,
        result: 'postponed',
        coinsWon: 0,
        drawResult: null,
      };
      await page.route(/userTickets\//, (route) => route.fulfill({ json: [ticket] }));
      await page.goto('/profile');
      const history = page.getByRole('region', { name: 'Ticket history' });
      await expect(history.getByRole('listitem').filter({ hasText: 'Bid 10' })).toContainText('Pending');
    },
  );

  test('signs out another device', { tag: '@desktop' }, async ({ page, signIn, createPlayer }) => {
    const username = await signIn();
    const { request: other } = await createPlayer();
    const login = await other.post('/api/auth/login', { data: { identifier: username, password } });
    expect(login.status()).toBe(200);
    await page.goto('/profile/security');
    const devices = page.getByRole('region', { name: 'Your devices' });
    await expect(devices.getByRole('listitem')).toHaveCount(2);
    await devices.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    expect((await other.get('/api/user/me')).status()).toBe(401);
  });

  test('closes an account with its password', { tag: '@phone' }, async ({ page, signIn, createPlayer }) => {
    const username = await signIn();
    await page.goto('/profile/data');
    await page.getByRole('button', { name: 'Close account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill('not my password');
    await dialog.getByRole('button', { name: 'Close it permanently' }).click();
    await expect(dialog.getByText('This is not your password.')).toBeVisible();
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Close it permanently' }).click();
    await expect(toastOf(page, 'Your account is closed')).toBeVisible();
    await expect(page).toHaveURL('/login');
    const { request } = await createPlayer();
    const login = await request.post('/api/auth/login', { data: { identifier: username, password } });
    expect(login.status()).toBe(401);
  });
});

test(
  'by keyboard alone a player picks a picture, filters the leaderboard, and takes a break',
  { tag: ['@desktop', '@nightly'] },
  async ({ page, signIn }) => {
    await signIn();
    const { keyboard } = page;
    await page.goto('/profile');
    await tabTo(page, page.getByRole('button', { name: 'Choose another picture', exact: true }));
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await tabTo(page, page.getByRole('radio', { name: 'Picture 1', exact: true }));
    await keyboard.press('Space');
    await keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Picture 2', exact: true })).toBeChecked();
    await tabTo(page, page.getByRole('button', { name: 'Update Avatar', exact: true }));
    await keyboard.press('Enter');
    await expect(page.locator('main img[src="/avatars/avatar2.png"]')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.goto('/leaderboard');
    await expect(page.getByRole('table')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Today', exact: true }));
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Today', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );

    await page.goto('/limits');
    await expect(page.getByText('You are not on a break.')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'A day', exact: true }));
    await keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'Take the break', exact: true }));
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await tabTo(page, dialog.getByRole('button', { name: 'Take the break', exact: true }));
    await keyboard.press('Enter');
    await expect(page.getByText(/^You are on a break until/).first()).toBeVisible();
  },
);

test(
  'an invitation promises coins only if it is valid',
  { tag: '@desktop' },
  async ({ page, createPlayer }) => {
    const host = await createPlayer();
    const { referenceId } = (await (await host.request.get('/api/user/me')).json()) as {
      referenceId: string;
    };
    await page.goto(`/register?ref=ref-${referenceId}`);
    await expect(page.getByText(`Invited by ${host.username}`)).toBeVisible();
    await expect(page.getByText('you both get 250 more')).toBeVisible();
    await page.goto('/register?ref=ref-doesnotexist');
    await expect(page.getByText("This invitation doesn't exist.")).toBeVisible();
    await expect(page.getByText('you both get')).toHaveCount(0);
  },
);

test('the form of an invitation stays where it is when its host is known', async ({ page, createPlayer }) => {
  const host = await createPlayer();
  const { referenceId } = (await (await host.request.get('/api/user/me')).json()) as { referenceId: string };
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/auth/invitation/*', async (route) => {
    await held;
    await route.fallback();
  });
  const top = async (): Promise<number> => (await page.getByLabel('Username').boundingBox())?.y ?? -1;
  await page.goto(`/register?ref=ref-${referenceId}`, { waitUntil: 'commit' });
  await page.getByLabel('Username').waitFor();
  const before = await top();
  await expect(page.getByText('Invited with ref-')).toBeVisible();
  expect(await top()).toBe(before);
  release();
  await expect(page.getByText(`Invited by ${host.username}`)).toBeVisible();
  expect(await top()).toBe(before);
});

test.describe('the page of another player', () => {
  test(
    'shows four stats, referrals and join dates, and is not indexed',
    { tag: '@desktop' },
    async ({ page, signIn, createPlayer, context }) => {
      const host = await signIn();
      const { referenceId } = (await (await context.request.get('/api/user/me')).json()) as {
        referenceId: string;
      };
      const { username: guest } = await createPlayer({ ref: referenceId });
      await page.goto('/profile');
      const own = page.getByRole('row', { name: new RegExp(guest) });
      for (const figure of ['Coins1,000', 'Winning Amount0', "Today's Bids0"])
        await expect(own).toContainText(figure);
      await page.goto(`/user/${host}`);
      await expect(page).toHaveTitle(`${host} - Profile`);
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      for (const name of ['Tickets Played', 'Winning Amount', 'Ad Earnings', 'Total Winnings']) {
        await expect(page.getByText(name, { exact: true })).toBeVisible();
      }
      await expect(page.getByRole('heading', { name: 'Referred Users (1)' })).toBeVisible();
      const today = new Intl.DateTimeFormat('en-US', {
        month: 'short',
        day: 'numeric',
        year: 'numeric',
      }).format();
      await expect(page.getByRole('row', { name: new RegExp(guest) })).toContainText(today);
      await expect(page.getByRole('row', { name: new RegExp(guest) })).not.toContainText('Coins');
      await page.getByRole('link', { name: guest }).click();
      await expect(page).toHaveURL(`/user/${guest}`);
      await expect(page.getByText('No tickets found for this user.')).toBeVisible();
    },
  );

  test(
    'reports a missing player, and a missing name',
    { tag: ['@phone', '@nightly'] },
    async ({ page, signIn }) => {
      await signIn();
      await page.goto('/user/nobody_here');
      await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible();
      await expect(page.getByText('The user nobody_here does not exist.')).toBeVisible();
      await page.goto('/user');
      await expect(page.getByText('No username provided')).toBeVisible();
      await expect(page).toHaveTitle('Profile – Fairground');
    },
  );
});

test.describe('limits and breaks', () => {
  test(
    'a limit applies immediately, a looser one after a day, and the server enforces it',
    { tag: '@phone' },
    async ({ page, signIn, context }) => {
      await signIn();
      await page.goto('/limits');
      await expect(page.getByText('You have no daily limit.')).toBeVisible();
      const coins = page.getByLabel('Coins a day');
      await coins.fill('ten');
      await page.getByRole('button', { name: 'Save the limit' }).click();
      await expect(page.getByText('Use whole coins, such as 500.')).toBeVisible();
      // As the page writes it.
      await coins.fill('1,000');
      await page.getByRole('button', { name: 'Save the limit' }).click();
      await expect(page.getByText('You can stake at most 1,000 coins a day.')).toBeVisible();
      await coins.fill('50');
      await page.getByRole('button', { name: 'Save the limit' }).click();
      await expect(page.getByText('You can stake at most 50 coins a day.')).toBeVisible();
      await page.getByRole('button', { name: 'No limit' }).click();
      await expect(page.getByText(/^No limit from .+\.$/).first()).toBeVisible();
      await expect(page.getByText('You can stake at most 50 coins a day.')).toBeVisible();
      const bet = await context.request.post('/api/mineField/create', {
        data: { difficulty: 'Easy', bidAmount: 100 },
        headers: { origin: new URL(page.url()).origin },
      });
      expect(await bet.json()).toMatchObject({ code: 'limit_reached' });
    },
  );

  test(
    'a break starts once it is confirmed, and can only be extended',
    { tag: '@desktop' },
    async ({ page, signIn }) => {
      await signIn();
      await page.goto('/limits');
      const take = page.getByRole('button', { name: 'Take the break' });
      const dialog = page.getByRole('dialog');
      await expect(take).toBeDisabled();
      await page.getByRole('button', { name: 'A week' }).click();
      await take.click();
      await expect(
        dialog.getByText(/^Your break will last until .+\. Until then no game takes a stake\./),
      ).toBeVisible();
      await expect(dialog.getByText('It cannot be ended early, by you or by us.')).toBeVisible();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText('You are not on a break.')).toBeVisible();
      await take.click();
      await dialog.getByRole('button', { name: 'Take the break' }).click();
      await expect(page.getByText(/^You are on a break until/).first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'A day' })).toBeDisabled();
      await expect(
        page.getByText("You can't choose a length that would end before your current break."),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: '30 days' })).toBeEnabled();
      await page.getByRole('navigation').getByRole('button', { name: 'Games' }).click();
      await page.getByRole('navigation').getByRole('link', { name: 'Minefield' }).click();
      const notice = page.getByRole('status').filter({ hasText: /^You are on a break until/ });
      await expect(notice).toBeVisible();
      await expect(page.getByRole('button', { name: 'Place Bet & Start' })).toBeDisabled();
      await expect(notice.getByRole('link', { name: 'Limits and breaks' })).toHaveAttribute(
        'href',
        '/limits',
      );
    },
  );

  test(
    'a break that was taken elsewhere is shown by a game with its first refusal',
    { tag: ['@desktop', '@nightly'] },
    async ({ page, signIn, context }) => {
      await signIn();
      await page.goto('/games/minefield');
      const start = page.getByRole('button', { name: 'Place Bet & Start' });
      await expect(start).toBeEnabled();
      await context.request.post('/api/user/limits', {
        data: { breakUntil: new Date(Date.now() + 86_400_000).toISOString() },
        headers: { origin: new URL(page.url()).origin },
      });
      await start.click();
      await expect(page.getByRole('status').filter({ hasText: /^You are on a break until/ })).toBeVisible();
      await expect(start).toBeDisabled();
    },
  );
});
