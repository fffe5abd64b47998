/** Playing as a guest: the offers on other pages and in games, what a guest cannot do, and refusals. */
import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { createName, expect, password, pillCoins, test, toastOf } from './fixtures.ts';
import { openMenu, playAsGuest, texts } from './guest-steps.ts';
import { gamePages } from '../games/test/sweeps.ts';
import { openMeadow } from '../games/minefield/test/page-steps.ts';

/** Resolves once the page learns of bets that are placed elsewhere. */
const openLive = async (page: Page, path: string): Promise<void> => {
  await page.goto(path, { waitUntil: 'commit' });
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived');
};

const buyTicket = async (context: BrowserContext): Promise<void> => {
  const answer = await context.request.post('/api/lottery/create', {
    data: { numbers: [1, 8, 15, 22, 29, 36], bid: 10 },
    headers: { origin: new URL(context.pages()[0]?.url() ?? '').origin },
  });
  expect(answer.status()).toBe(201);
};

for (const [locale, tag] of [
  ['en-US', '@desktop'],
  ['es-ES', '@phone'],
] as const) {
  test.describe(locale, { tag }, () => {
    test.use({ locale });
    const t = texts[locale];

    for (const path of ['/login', '/register']) {
      test(`${path} offers it too`, async ({ page }) => {
        await page.goto(path);
        const button = page.getByRole('button', { name: t.play, exact: true });
        await expect(button).toHaveAccessibleDescription(t.adult);
        await expect(page.getByText(t.adult)).toBeVisible();
        await expectAccessible(page, path);
        await expectNoSidewaysScroll(page);
        await button.click();
        await page.waitForURL('**/games');
      });
    }
  });
}

test('every game offers a guest who has bet to keep the account, until that is closed', async ({
  page,
  context,
}) => {
  await playAsGuest(page);
  const offer = page.getByRole('main').getByRole('button', { name: 'Keep this account' });
  for (const { path } of gamePages) {
    await openLive(page, path);
    await expect(offer).toHaveCount(0);
    await buyTicket(context);
    await expect(offer, path).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page, 'the offer to keep the account');
  await offer.click();
  await expect(page.getByRole('dialog', { name: 'Keep this account' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('[data-part=keep]').getByRole('button', { name: 'Close' }).click();
  await expect(offer).toHaveCount(0);
  await openLive(page, gamePages[0]?.path ?? '');
  await buyTicket(context);
  await expect(page.getByRole('button', { name: /^Balance: 9[0-3]0 / })).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test(
  'a guest is sent to keep the account where a password is needed',
  { tag: '@phone' },
  async ({ page, createPlayer }) => {
    await playAsGuest(page);
    await page.goto('/profile');
    const main = page.getByRole('main');
    await expect(main.getByText('Playing as a guest')).toBeVisible();
    await expectAccessible(page, 'profile of a guest');
    await expectNoSidewaysScroll(page);
    for (const absent of ['Referral link', 'Email']) await expect(main.getByLabel(absent)).toHaveCount(0);
    await expect(main.getByRole('button', { name: 'Close account' })).toHaveCount(0);
    const dialog = page.getByRole('dialog', { name: 'Keep this account' });
    await expect(main.getByRole('button', { name: 'Change Password' })).toHaveCount(0);
    for (const path of ['/profile/security', '/profile/data', '/profile']) {
      await page.goto(path);
      await main.getByRole('button', { name: 'Keep this account' }).click();
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }

    // A name of one's own is no secret, and can be changed as a guest.
    const name = createName();
    await main.getByLabel('Username').fill(name);
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

    const { request } = await createPlayer();
    const profile = (await (await request.get(`/api/user/profile/${name}`)).json()) as { guest: boolean };
    expect(profile.guest).toBe(true);
    await page.goto(`/user/${name}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByLabel('Referral link')).toHaveCount(0);

    await page.goto('/leaderboard');
    await expect(page.getByText(/^Guests are not on the leaderboard\./)).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0);
    await expectAccessible(page, 'leaderboard of a guest');
    await page.goto('/blog');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    await expect(page.getByLabel('Your email')).toHaveCount(0);
  },
);

test.describe('what is refused', () => {
  test.use({ expectedErrors: [/409|400|429/] });

  test('is shown in the form, which stays open', { tag: '@phone' }, async ({ page, createPlayer }) => {
    const { username: taken } = await createPlayer();
    await playAsGuest(page);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Keep this account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keep this account' });
    await dialog.getByRole('button', { name: 'Keep the account' }).click();
    await expect(dialog.getByText('Password must be at least 8 characters')).toBeVisible();
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await expectAccessible(page, 'keep dialog with faults');
    await dialog.getByLabel('Username').fill(taken);
    await dialog.getByLabel('Email').fill(`${createName()}@example.org`);
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Keep the account' }).click();
    await expect(dialog.getByText('That name is already taken.')).toBeVisible();
    await expect(dialog.getByLabel('Username')).toBeFocused();
    await dialog.getByLabel('Username').fill(createName());
    await dialog.getByRole('button', { name: 'Keep the account' }).click();
    await expect(toastOf(page, 'This account is yours now')).toBeVisible();
    await expect(page.getByLabel('Referral link')).toBeVisible();
  });

  test('is shown next to the button', { tag: '@phone' }, async ({ page }) => {
    await page.route('**/api/auth/guest', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        headers: { 'retry-after': '60' },
        json: {
          type: 'about:blank',
          title: 'Too many requests',
          status: 429,
          detail: 'Too many requests. Try again later.',
          code: 'rate_limited',
        },
      }),
    );
    await page.goto('/');
    await page.getByRole('button', { name: 'Play as a guest' }).click();
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await expectAccessible(page, 'home with a refusal');
    await page.unroute('**/api/auth/guest');
    await page.getByRole('button', { name: 'Play as a guest' }).click();
    await expect(page).toHaveURL('/games');
  });
});

test(
  'logging out says once that there is no way back, with both ways open',
  { tag: '@phone' },
  async ({ page }) => {
    await playAsGuest(page);
    const t = texts['en-US'];
    await openMenu(page, t);
    await page.getByRole('button', { name: 'Log out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log out' });
    await expect(dialog).toContainText('you cannot log in to it again');
    await expectAccessible(page, 'logging out as a guest');
    await dialog.getByRole('button', { name: 'Keep this account' }).click();
    await expect(page.getByRole('dialog', { name: 'Keep this account' })).toBeVisible();
    await page.keyboard.press('Escape');
    await openMenu(page, t);
    await page.getByRole('button', { name: 'Log out' }).click();
    await dialog.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
  },
);

test('a player is not offered to play as a guest', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn();
  await openMeadow(page);
  expect(await pillCoins(page)).toBe(1000);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Play as a guest' })).toBeHidden();
  await page.keyboard.press('Shift');
  await expect(page.getByRole('main').getByRole('link', { name: 'Play now' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play as a guest' })).toHaveCount(0);
});
