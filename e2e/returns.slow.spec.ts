/** Pages of the leaderboard and the search for players, past months, the punch card and the badges. */
import type { NoticesAnswer } from '@fairground/contract/notices';
import type { Page } from '@playwright/test';
import { expect, test, toastOf } from './fixtures.ts';
import { expectAccessibleByNightAndDay } from './accessible.ts';

test.use({ expectedErrors: [/404|409/] });

/** What somebody has won may be the same number. */
const placeCell = (page: Page, place: number) =>
  page.locator('tbody td:first-child').filter({ hasText: new RegExp(`^${place}$`) });

test.describe('the leaderboard', { tag: '@phone' }, () => {
  test('goes from page to page, and to the own place', async ({ page, signIn, createPlayer }) => {
    for (let count = 0; count < 11; count++) await createPlayer();
    const username = await signIn();
    await page.goto('/leaderboard');
    const own = page.getByText(/^Your rank: \d+/);
    await expect(own).toBeVisible();
    const rank = Number((await own.textContent())?.match(/\d+/)?.[0]);
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(placeCell(page, 11)).toBeVisible();
    // One's own row is on every page.
    await expect(page.getByRole('row').filter({ hasText: username })).toContainText('You');
    await expect(page.locator('tbody td svg')).toHaveCount(0);
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(page.locator('tbody td svg')).toHaveCount(3);
    await page.getByRole('button', { name: 'My rank' }).click();
    await expect(placeCell(page, rank)).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: username })).toContainText('You');
    await expect(page.getByRole('button', { name: 'My rank' })).toBeDisabled();
  });

  test(
    'shows boards of games and bots, and finds players by name',
    { tag: '@nightly' },
    async ({ page, signIn, createPlayer }) => {
      const { username } = await createPlayer();
      await signIn();
      await page.goto('/leaderboard');
      await page.getByLabel('Game', { exact: true }).selectOption('aviator');
      await expect(page.getByText('You have no net winnings in this game yet.')).toBeVisible();
      await page.getByRole('button', { name: 'This month' }).click();
      await expect(page.getByLabel('Game', { exact: true })).toHaveValue('');
      await page.getByLabel('Players', { exact: true }).selectOption('Bots');
      await expect(page.getByText('No players found')).toBeVisible();
      // There is nothing to page through.
      await expect(page.getByRole('navigation', { name: 'Pages of the board' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Find a player' }).click();
      await page.getByRole('searchbox').fill(username.slice(0, -2).toUpperCase());
      await expect(page.getByText('1 player found')).toBeVisible();
      await expectAccessibleByNightAndDay(page, 'the filters of the board');
      await page.getByRole('search').getByRole('link', { name: username }).click();
      await expect(page).toHaveURL(`/user/${username}`);
    },
  );
});

test(
  'past months: the running one, and a month that is unknown',
  { tag: ['@phone', '@nightly'] },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/leaderboard');
    await page.getByRole('link', { name: 'Months', exact: true }).click();
    await expect(page).toHaveURL('/seasons');
    await expect(page.getByText(/^Ends /)).toBeVisible();
    await page.getByRole('link', { name: 'This week' }).click();
    await expect(page.getByRole('button', { name: 'This week' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('link', { name: 'Months', exact: true }).click();
    await expectAccessibleByNightAndDay(page, '/seasons');
    await page.getByRole('link', { name: 'See the board' }).click();
    await expect(page.getByText('These places can change until the month is over.')).toBeVisible();
    await expect(page).toHaveTitle(/^[A-Z]\w+ \d{4} – Fairground$/);
    await expectAccessibleByNightAndDay(page, '/seasons/{month}');
    await page.goto('/seasons/2020-01');
    await expect(page.getByRole('heading', { name: 'No such month' })).toBeVisible();
    await page.goto('/seasons/soon');
    await expect(page.getByRole('heading', { name: 'No such month' })).toBeVisible();
  },
);

test(
  'the first bet of a day stamps the card, and earns a badge that others see',
  { tag: '@phone' },
  async ({ page, context, signIn }) => {
    const username = await signIn();
    await page.goto('/achievements');
    await expect(page.getByText('0 of 7 stamps')).toBeVisible();
    const badges = page.getByRole('region', { name: 'Badges' }).getByRole('listitem');
    await expect(badges).toHaveCount(24);
    await expect(badges.filter({ hasText: 'Not reached yet' })).toHaveCount(24);
    // Each has a picture in its frame, and texts.
    for (const badge of await badges.all()) {
      expect(await badge.locator('svg > *').count()).toBeGreaterThan(19);
      expect(await badge.textContent()).not.toContain('badge.');
    }
    await expectAccessibleByNightAndDay(page, '/achievements');
    const origin = new URL(page.url()).origin;
    const game = { difficulty: 'Easy', bidAmount: 100 };
    const begun = await context.request.post('/api/mineField/create', { data: game, headers: { origin } });
    expect(begun.status()).toBe(201);
    await expect(badges.filter({ hasText: 'First dig' })).toContainText('Reached on');
    await expect(page.locator('[data-toast]'), 'a badge comes without a toast').toHaveCount(0);
    await expect(page.getByText('1 of 7 stamps')).toBeVisible();
    await expect(page.getByText("You have today's stamp.")).toBeVisible();
    await page.goto(`/user/${username}`);
    await expect(page.getByRole('region', { name: 'Badges' }).getByRole('listitem')).toHaveText(/First dig/);
    const notices = (await (await context.request.get('/api/user/notices')).json()) as NoticesAnswer;
    expect(notices.notices.map(({ texts }) => texts.en.title)).toEqual(['New badge: First dig']);
  },
);

test('a full card is claimed by one press', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn();
  const days = Array.from({ length: 7 }, (_, index) => `2026-11-0${index + 1}`);
  const full = { stamps: days, isStampedToday: true, full: 1, claimed: 0, coins: 100 };
  await page.route('**/api/user/card', (route) => route.fulfill({ json: full }));
  await page.goto('/achievements');
  await expect(page.getByText('This card is full. It is worth 100 coins.')).toBeVisible();
  await expectAccessibleByNightAndDay(page, 'a full card');
  // The server knows of no stamps, and refuses.
  await page.getByRole('button', { name: 'Claim 100 coins' }).click();
  await expect(page.getByText('The card does not have seven stamps yet.')).toBeVisible();
  const user = (await (await page.request.get('/api/user/me')).json()) as object;
  const next = { stamps: [], isStampedToday: true, full: 0, claimed: 1, coins: 100 };
  await page.route('**/api/user/card/claim', (route) =>
    route.fulfill({ json: { user, coins: 100, card: next } }),
  );
  await page.unroute('**/api/user/card');
  await page.route('**/api/user/card', (route) => route.fulfill({ json: next }));
  await page.getByRole('button', { name: 'Claim 100 coins' }).click();
  await expect(toastOf(page, '100 coins for a full card')).toBeVisible();
  await expect(page.getByText('One card claimed so far.')).toBeVisible();
  await expect(page.getByText('0 of 7 stamps')).toBeVisible();
});
