/** Failures of profiles and of the leaderboard, with their exact texts. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

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
