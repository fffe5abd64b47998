/** Failures of the wheel, of profiles and of the leaderboard, with their exact texts. */
import type { Page } from '@playwright/test';
import { expect, pillCoins, test } from './fixtures.ts';
import { replaceLiveServer } from './live-server.ts';

test.use({ expectedErrors: [/400|401|404|500|ERR_FAILED/] });

/** Fails with a server error that has no message. */
const failWithoutMessage = (page: Page, url: string | RegExp) =>
  page.route(url, (route) => route.fulfill({ status: 500, body: '' }));
const failNetwork = (page: Page, url: string | RegExp) => page.route(url, (route) => route.abort());
const failWithMessage = (page: Page, url: string | RegExp, detail: string) =>
  page.route(url, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Error', status: 500, detail, code: 'internal_error' },
    }),
  );

test.describe('the wheel', { tag: '@desktop' }, () => {
  /** Opens the wheel and spins; the server responds with this payload. */
  const spin = async (page: Page, payload: object) => {
    await replaceLiveServer(page, ({ type }) => (type === 'spinWheel' ? payload : undefined));
    await page.goto('/games');
    await page.getByRole('button', { name: 'Daily wheel', exact: true }).click();
    await page.getByRole('button', { name: 'Spin to Win!' }).click();
    const result = page.locator('li').filter({ hasText: 'Spin Wheel Result' });
    return { result, dialog: page.getByRole('dialog', { name: 'Daily Wheel' }) };
  };

  test('shows a destructive toast for a segment without a prize', async ({ page, signIn }) => {
    await signIn();
    const { result } = await spin(page, { success: true, data: { id: '1', segment: 0, amount: 0 } });
    await expect(result).toContainText('Oops! Try again next time.');
    await expect(result).toHaveClass(/border-loss/);
  });

  test('shows the reason of the server in the toast and in the dialog', async ({ page, signIn }) => {
    await signIn();
    const message = 'The wheel is being oiled.';
    const { result, dialog } = await spin(page, { success: false, message, code: 'unavailable' });
    await expect(result).toContainText(message);
    await expect(dialog).toContainText(message);
    await expect(dialog.getByRole('button', { name: 'Spin to Win!' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(await pillCoins(page)).toBe(1000);
  });

  test('shows a general error where the server gave no reason', async ({ page, signIn }) => {
    await signIn();
    const { result, dialog } = await spin(page, { success: false });
    await expect(result).toContainText('Oops! Try again.');
    await expect(dialog.getByText('Oops! Try again.', { exact: true })).toBeVisible();
  });
});

test.describe('the leaderboard', { tag: '@desktop' }, () => {
  const board = /\/api\/user\/leaderboard/;

  test('shows the reason of the server', async ({ page, signIn }) => {
    await signIn();
    await failWithMessage(page, board, 'The chalk is wet.');
    await page.goto('/leaderboard');
    await expect(page.getByRole('alert')).toContainText('The chalk is wet.');
  });

  for (const [what, fail] of [
    ['a server error without a message', failWithoutMessage],
    ['no network', failNetwork],
  ] as const) {
    test(`reports ${what}, and retries`, async ({ page, signIn }) => {
      await signIn();
      await fail(page, board);
      await page.goto('/leaderboard');
      await expect(
        page.getByRole('alert').getByText('Failed to load leaderboard', { exact: true }),
      ).toBeVisible();
      await page.unroute(board);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('table')).toBeVisible();
    });
  }
});

test(
  'replaces a profile by an error when a refetch fails',
  { tag: '@desktop' },
  async ({ page, signIn, createPlayer }) => {
    const { username } = await createPlayer();
    await signIn();
    await page.clock.install();
    await page.goto(`/user/${username}`);
    const name = page.getByRole('heading', { level: 1, name: username });
    await expect(name).toBeVisible();
    const calls = `**/api/user/profile/${username}`;
    await failWithoutMessage(page, calls);
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
    // The address changes before the page does.
    await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible();
    // Old enough to be asked for again.
    await page.clock.fastForward(10_000);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Error fetching user profile' })).toBeVisible();
    await expect(name).toHaveCount(0);
    await page.unroute(calls);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(name).toBeVisible();
  },
);

test('offers Retry when the first page of tickets fails', { tag: '@desktop' }, async ({ page, signIn }) => {
  await signIn();
  const tickets = /\/api\/ticket\/userTickets\//;
  await failNetwork(page, tickets);
  await page.goto('/profile');
  const history = page.getByRole('region', { name: 'Ticket history' });
  await expect(history.getByText('Failed to load more tickets')).toBeVisible();
  await page.unroute(tickets);
  await history.getByRole('button', { name: 'Retry' }).click();
  await expect(history.getByText('No tickets found for this user.')).toBeVisible();
});
