/** Failed pushes, and calls that are refused without a toast. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../../e2e/fixtures.ts';
import { replaceLiveServer } from '../../../e2e/live-server.ts';

test.use({ expectedErrors: [/409/] });

const toasts = (page: Page) => page.getByRole('region', { name: 'Notification' }).locator('li');

/** A round that the server has not reached. */
const futureRound = '999999999';

const countdownOf = (roundId: string, countdown: number) => ({
  roundId,
  countdown,
  startsAt: new Date(Date.now() + countdown * 1_000).toISOString(),
  closesAt: new Date(Date.now() + countdown * 1_000).toISOString(),
  commitment: '0'.repeat(64),
  beaconRound: null,
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
    await expect(counted).toBeHidden();
    server.push('aviatorCountdown_response', countdownOf(futureRound, 60));
    await expect(counted).toHaveText(/^[2-6]\d$/);
    server.fail('aviatorCountdown_response');
    await expect(page.getByText('Error fetching aviator countdown', { exact: true })).toBeVisible();
    await expect(counted).toHaveText('10');
    await expect(counted).toBeVisible();
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
    const rest = {
      cashOutMultiplier: null,
      autoCashOut: null,
      parachute: false,
      endedBy: null,
      createdAt: new Date().toISOString(),
    };
    // The server does not have this bet, and refuses to pay it.
    await page.route('**/api/aviator/userHistory', (route) => route.fulfill({ json: [{ ...bet, ...rest }] }));
    await page.goto('/games/aviator');
    (await opened()).push('aviatorDrawResult_response', flightOf(futureRound));
    await page.getByRole('button', { name: /^Cash Out/ }).click();
    await expect(page.getByRole('alert')).toHaveText('You have no active bet in this round.');
    await expect(toasts(page)).toHaveCount(0);
  });
});
