/** Failures in games: failed pushes, and calls that are refused without a toast. */
import type { Page } from '@playwright/test';
import { expect, test, toastOf } from './fixtures.ts';
import { replaceLiveServer } from './live-server.ts';
import { begin, cashOutButton, openMeadow, plot, startButton, tab } from './minefield-steps.ts';

test.use({ expectedErrors: [/409/] });

const toasts = (page: Page) => page.getByRole('region', { name: 'Notification' }).locator('li');

/** A round that the server has not reached. */
const futureRound = '999999999';

const countdownOf = (roundId: string, countdown: number) => ({
  roundId,
  countdown,
  startsAt: new Date(Date.now() + countdown * 1_000).toISOString(),
  commitment: '0'.repeat(64),
});
const flightOf = (roundId: string) => ({
  roundId,
  status: 'ongoing',
  crashMultiplier: 1.5,
  startedAt: new Date(Date.now() - 4_000).toISOString(),
  growthPerMs: 0.0001,
});

test.describe('Aviator', { tag: '@desktop' }, () => {
  test('reports a failed countdown, and counts down from the default', async ({ page, signIn }) => {
    await signIn();
    const opened = await replaceLiveServer(page);
    await page.goto('/games/aviator');
    const server = await opened();
    const counted = page.locator('[data-part=countdown] [data-part=seconds]');
    server.push('aviatorCountdown_response', countdownOf(futureRound, 60));
    await expect(counted).toHaveText(/^[2-6]\d$/);
    server.fail('aviatorCountdown_response');
    await expect(page.getByText('Error fetching aviator countdown', { exact: true })).toBeVisible();
    await expect(counted).toHaveText('10');
    await expect(page.getByRole('button', { name: 'Place Bet' })).toBeDisabled();
    server.push('aviatorCountdown_response', countdownOf(futureRound, 60));
    await expect(page.getByText('Error fetching aviator countdown')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Place Bet' })).toBeEnabled();
  });

  test('reports a failed result until one arrives', async ({ page, signIn }) => {
    await signIn();
    const opened = await replaceLiveServer(page);
    await page.goto('/games/aviator');
    const server = await opened();
    server.push('aviatorDrawResult_response', flightOf(futureRound));
    server.fail('aviatorDrawResult_response');
    await expect(page.getByText('Error fetching aviator draw result', { exact: true })).toBeVisible();
    server.push('aviatorDrawResult_response', {
      ...flightOf(futureRound),
      status: 'finished',
      seed: '0'.repeat(64),
    });
    await expect(page.getByText('Error fetching aviator draw result')).toHaveCount(0);
    await expect(page.getByText('1.50X').first()).toBeVisible();
  });

  test('says that a line is silent while the rocket flies, and tries another', async ({ page, signIn }) => {
    await signIn();
    let subscriptions = 0;
    const opened = await replaceLiveServer(page, ({ type }) => {
      if (type === 'subscribe') subscriptions += 1;
      return undefined;
    });
    await page.goto('/games/aviator');
    const server = await opened();
    const note = page.getByText('Not connected. Trying again.', { exact: true });
    server.push('aviatorDrawResult_response', flightOf(futureRound));
    await expect(note).toBeVisible();
    server.push('aviatorDrawResult_response', flightOf(futureRound));
    await expect(note, 'the line speaks again').toHaveCount(0);
    await expect(note).toBeVisible();
    const before = subscriptions;
    await expect.poll(() => subscriptions, 'on another line').toBeGreaterThan(before);
  });

  test('shows the refusal of a bet next to the button, without a toast', async ({ page, signIn }) => {
    await signIn();
    const opened = await replaceLiveServer(page);
    await page.goto('/games/aviator');
    (await opened()).push('aviatorCountdown_response', countdownOf(futureRound, 60));
    await page.getByRole('button', { name: 'Place Bet' }).click();
    await expect(page.getByRole('alert')).toHaveText('Betting for this round is closed.');
    await expect(page.getByRole('heading', { name: 'Your Bet Not Placed' })).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
  });

  test('shows the refusal of a cash-out next to the button, without a toast', async ({ page, signIn }) => {
    await signIn();
    const opened = await replaceLiveServer(page);
    const bet = {
      id: '1',
      roundId: futureRound,
      slot: 1,
      amount: 10,
      amountWon: 0,
      outcome: 'pending',
      crashMultiplier: null,
    };
    const rest = { cashOutMultiplier: null, autoCashOut: null, createdAt: new Date().toISOString() };
    // The server does not have this bet, and refuses to pay it.
    await page.route('**/api/aviator/userHistory', (route) => route.fulfill({ json: [{ ...bet, ...rest }] }));
    await page.goto('/games/aviator');
    (await opened()).push('aviatorDrawResult_response', flightOf(futureRound));
    await page.getByRole('button', { name: /^Cash Out/ }).click();
    await expect(page.getByRole('alert')).toHaveText('You have no active bet in this round.');
    await expect(toasts(page)).toHaveCount(0);
  });
});

test.describe('Minefield', { tag: '@desktop' }, () => {
  test('shows the refusal of a plot and of a bid next to the button, without a toast', async ({
    page,
    context,
    baseURL,
    signIn,
  }) => {
    await signIn();
    const post = async (call: string, data: object) =>
      (
        await context.request.post(`/api/mineField/${call}`, { data, headers: { origin: baseURL ?? '' } })
      ).json();
    const beginElsewhere = async () =>
      (await post('create', { difficulty: 'Easy', bidAmount: 100 })) as { id: string };
    const { id } = await beginElsewhere();
    await openMeadow(page);
    await expect(plot(page, 0)).toBeEnabled();
    // Ended elsewhere, which this page does not know yet.
    expect(await post('update', { id, gemsFound: 0 })).toMatchObject({ game: { gameState: 'Lost' } });
    await plot(page, 0).click();
    await expect(page.getByRole('alert')).toHaveText('This game is over.');
    await expect(startButton(page)).toBeEnabled();
    await beginElsewhere();
    await startButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('You already have a game in play.');
    await expect(toasts(page)).toHaveCount(0);
  });

  test('every gem found is a Flawless Victory!', async ({ page, signIn }) => {
    await signIn();
    await openMeadow(page);
    await tab(page, 'Expert').click();
    await begin(page);
    // Ten gems in a row come once in three thousand games: the test sends the last of them.
    const user = (await (await page.request.get('/api/user/me')).json()) as object;
    const [game] = (await (await page.request.get('/api/mineField/all?limit=1')).json()) as [object];
    const won = { ...game, gameState: 'CashedOut', gemsFound: 10, multiplier: 6, coinsWon: 600 };
    const tiles = Array.from({ length: 15 }, (_, id) => ({ id, isTrap: id > 9, isRevealed: true }));
    await page.route('**/api/mineField/reveal', (route) =>
      route.fulfill({ json: { tile: tiles[0], game: won, user, tiles } }),
    );
    await page.route('**/api/mineField/update', (route) =>
      route.fulfill({ json: { user, game: won, tiles } }),
    );
    await plot(page, 0).click();
    await expect(toastOf(page, 'Flawless Victory!')).toContainText('You secured 600 coins at 6.00x!');
    await expect(toastOf(page, 'Game Updated!')).toContainText('Your game has been updated.');
    await expect(page.getByText('You won 600 coins at 6.00x!')).toBeVisible();
    await expect(cashOutButton(page)).toHaveCount(0);
    await expect(startButton(page)).toBeDisabled();
  });
});
