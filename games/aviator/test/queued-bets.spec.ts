/**
 * A bet for the next round, queued while a round flies: placed once when betting opens, and taken back by a
 * second press.
 */
import type { Page } from '@playwright/test';
import type { AviatorBet, AviatorCountdown, AviatorDrawResult } from '../contract.ts';
import { expectAccessible } from '../../../e2e/accessible.ts';
import { expect, expectSoundBooks, test, toastOf } from '../../../e2e/fixtures.ts';
import { controlLiveConnection, pushed, type LiveConnection } from '../../../e2e/live-connection.ts';
import { betIsActive, betIsNotPlaced, longestFlightMs, placeBetButton } from './page-steps.ts';

const queueButton = (page: Page) => page.getByRole('button', { name: 'Bet next round' });
const queuedButton = (page: Page) => page.getByRole('button', { name: 'Queued for the next round' });

const readBets = async (page: Page): Promise<AviatorBet[]> =>
  (await (await page.request.get('/api/aviator/userHistory')).json()) as AviatorBet[];

test('a bet queued in flight is placed once, in the next round', async ({ page, signIn, site }) => {
  await signIn();
  await page.goto('/games/aviator');
  // A round that crashes before the press takes the button away; the next one brings it back.
  await queueButton(page).click({ timeout: 2 * longestFlightMs });
  await expect(toastOf(page, 'Bet Placed')).toContainText('You have placed a bet of 10 coins.', {
    timeout: longestFlightMs,
  });
  await expect(queuedButton(page)).toHaveCount(0);
  expect((await readBets(page)).map(({ amount }) => amount)).toEqual([10]);
  await expectSoundBooks(site);
});

const draw: AviatorDrawResult = {
  roundId: '900',
  crashMultiplier: 1.5,
  status: 'ongoing',
  startedAt: new Date().toISOString(),
  growthPerMs: 0.0001,
};
/** As it is sent: a busy machine may have loaded this file a minute ago. */
const countdownOf = (roundId: string): AviatorCountdown => {
  const startsAt = new Date(Date.now() + 60_000).toISOString();
  return {
    roundId,
    countdown: 60,
    commitment: 'ab'.repeat(32),
    startsAt,
    closesAt: startsAt,
    beaconRound: null,
  };
};

test.describe('with rounds of the test', () => {
  /** The page sees a flight of the test; the bodies of the bets that it sends are returned. */
  const openFlight = async (page: Page): Promise<{ connection: LiveConnection; sent: unknown[] }> => {
    const sent: unknown[] = [];
    await page.route('**/api/aviator/create', (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        json: {
          type: 'about:blank',
          title: 'Betting closed',
          status: 409,
          detail: 'Betting on this round is closed.',
          code: 'betting_closed',
        },
      });
    });
    const connection = await controlLiveConnection(page);
    connection.mute(/"aviator\w+_response"/);
    await page.goto('/games/aviator');
    await connection.send(pushed('aviatorDrawResult_response', draw));
    return { connection, sent };
  };
  /** As `openFlight`, with a bet queued for the next round. */
  const openInFlight = async (page: Page): Promise<{ connection: LiveConnection; sent: unknown[] }> => {
    const opened = await openFlight(page);
    await queueButton(page).click();
    await expect(queuedButton(page)).toBeVisible();
    return opened;
  };
  const openNextRound = async (connection: LiveConnection, roundId = '901'): Promise<void> => {
    await connection.send(pushed('aviatorDrawResult_response', { ...draw, status: 'finished' }));
    await connection.send(pushed('aviatorCountdown_response', countdownOf(roundId)));
  };

  test.use({ expectedErrors: [/409 .*\/api\/aviator\/create|WebSocket/] });

  test.beforeEach(async ({ signIn }) => {
    await signIn();
  });

  test('the next stake is chosen while a bet flies, which keeps its own', async ({ page }) => {
    const flown: AviatorBet = {
      id: '1',
      roundId: draw.roundId,
      slot: 1,
      amount: 10,
      amountWon: 0,
      outcome: 'pending',
      crashMultiplier: null,
      cashOutMultiplier: null,
      autoCashOut: 3,
      parachute: false,
      endedBy: null,
      createdAt: draw.startedAt,
    };
    let outcome: AviatorBet['outcome'] = 'pending';
    await page.route('**/api/aviator/userHistory', (route) =>
      route.fulfill({ json: [{ ...flown, outcome }] }),
    );
    const { connection, sent } = await openFlight(page);
    await expect(betIsActive(page)).toBeVisible();
    const stake = page.getByRole('textbox', { name: 'Next bet' });
    await page.getByRole('group', { name: 'Quick bets' }).getByRole('button', { name: '50' }).click();
    await expect(stake).toHaveValue('50');
    await page.getByRole('button', { name: 'Double' }).click();
    await expect(stake).toHaveValue('100');
    await page.getByLabel('Auto cash-out').fill('2');
    const panel = page.getByRole('region', { name: 'Your bet' });
    await expect(panel.getByText('Pending 10'), 'what flies stays in sight').toBeVisible();
    await expectAccessible(page, 'with a bet in flight');
    outcome = 'loss';
    await openNextRound(connection);
    await placeBetButton(page).click();
    await expect(() => expect(sent).toHaveLength(1)).toPass();
    expect(sent).toEqual([expect.objectContaining({ amount: 100, autoCashOut: 2, roundId: '901' })]);
  });

  test('a second press takes a queued bet back', { tag: '@phone' }, async ({ page }) => {
    const { connection, sent } = await openInFlight(page);
    await expect(betIsNotPlaced(page)).toBeVisible();
    await expect(page.getByRole('slider', { name: 'Bet' })).toBeDisabled();
    await queuedButton(page).click();
    await expect(queueButton(page)).toBeVisible();
    await openNextRound(connection);
    await expect(placeBetButton(page)).toBeEnabled();
    expect(sent).toEqual([]);
    // Last: a page that is judged for seconds may take its line for lost meanwhile, and cancel the bet.
    await connection.send(pushed('aviatorDrawResult_response', { ...draw, roundId: '901' }));
    await queueButton(page).click();
    await expect(queuedButton(page)).toBeVisible();
    await expectAccessible(page, 'with a queued bet');
  });

  test(
    'a refused bet names its round and is not sent for a later one',
    { tag: '@desktop' },
    async ({ page }) => {
      const { connection, sent } = await openInFlight(page);
      await openNextRound(connection);
      await expect(
        page.getByRole('alert').filter({ hasText: 'Betting on this round is closed.' }),
      ).toBeVisible();
      await openNextRound(connection, '902');
      await expect(placeBetButton(page)).toBeEnabled();
      expect(sent).toEqual([expect.objectContaining({ amount: 10, roundId: '901' })]);
    },
  );

  test('a lost connection cancels a queued bet and says so', { tag: '@phone' }, async ({ page }) => {
    const { connection, sent } = await openInFlight(page);
    await connection.cut();
    await expect(page.getByText('The connection was lost, so your queued bet was canceled.')).toBeVisible();
    connection.restore();
    await expect.poll(() => connection.opened()).toBeGreaterThan(1);
    await openNextRound(connection);
    await expect(placeBetButton(page)).toBeEnabled();
    expect(sent).toEqual([]);
  });
});
