/** Steps of tests on the Aviator page. */
import { errors, expect, type APIRequestContext, type Page } from '@playwright/test';
import { isAccepted } from '../../../e2e/accepted-request.ts';
import type { LiveConnection } from '../../../e2e/live-connection.ts';

/** No flight lasts longer: 10,000x is reached after 92 s. */
export const longestFlightMs = 110_000;

export const placeBetButton = (page: Page) => page.getByRole('button', { name: 'Place Bet' });
const cashOutButton = (page: Page) => page.getByRole('button', { name: /^Cash Out/ });
export const betIsActive = (page: Page) => page.getByRole('heading', { name: 'Your Bet Active' });
export const betIsNotPlaced = (page: Page) => page.getByRole('heading', { name: 'Your Bet Not Placed' });
export const newestBid = (page: Page) =>
  page.getByRole('region', { name: 'Your Bids' }).getByRole('listitem').first();

/** The texts over the stage. */
export const countdown = (page: Page) => page.getByText('Next round starts in...');
export const multiplier = (page: Page) =>
  page.locator('[data-part=multiplier]').filter({ hasText: /^[\d,]+\.\d\dX$/, visible: true });
export const crash = (page: Page) => multiplier(page).and(page.locator('[data-crashed]'));
export const flight = (page: Page) => multiplier(page).and(page.locator(':not([data-crashed])'));

/**
 * Presses Place Bet as soon as bets are open. Returns false when the round took off first: then the button was disabled
 * before the press reached it and nothing was requested, or the site refused the bet.
 */
const tryToBet = async (page: Page, timeout = longestFlightMs): Promise<boolean> => {
  await expect(placeBetButton(page)).toBeEnabled({ timeout });
  return isAccepted(page, '/api/aviator/create', () => placeBetButton(page).click({ timeout: 10_000 }));
};

/** Places the bet that the panel shows, in the next round that takes it, and only once. */
export const placeBet = async (page: Page): Promise<void> => {
  const press = () =>
    tryToBet(page).catch((fault: unknown) => {
      // Nothing was pressed where the button was disabled, or scrolled away, before the pointer reached it.
      if (fault instanceof errors.TimeoutError) return false;
      throw fault;
    });
  await expect.poll(press, { timeout: 2 * longestFlightMs }).toBe(true);
};

/** Bets without the page, in the next round that takes it. */
export const bet = async (request: APIRequestContext, data: object, headers = {}): Promise<void> => {
  await expect
    .poll(async () => (await request.post('/api/aviator/create', { data, headers })).status(), {
      timeout: 2 * longestFlightMs,
    })
    .toBe(201);
};

/** Places a bet that stays active on the page, whatever happens to its round, until `unmute`. */
export const placeBetAndMute = async (page: Page, connection: LiveConnection): Promise<void> => {
  const placeAndMute = async (): Promise<boolean> => {
    connection.unmute();
    await expect(placeBetButton(page)).toBeEnabled({ timeout: longestFlightMs });
    connection.mute(/"(aviator\w+|updatedUser)_response"/);
    // While messages are withheld, a button that the take-off disabled stays so.
    return tryToBet(page, 5_000).catch(() => false);
  };
  await expect.poll(placeAndMute, { timeout: 2 * longestFlightMs }).toBe(true);
};

/** Chooses a quick stake. A press that meets the take-off finds the button disabled, and is repeated. */
export const chooseStake = async (page: Page, coins: number): Promise<void> => {
  const button = page
    .getByRole('group', { name: 'Quick bets' })
    .getByRole('button', { name: String(coins), exact: true });
  await expect(async () => {
    await button.click({ timeout: longestFlightMs });
    await expect(button).toHaveAttribute('aria-pressed', 'true', { timeout: 1_000 });
  }).toPass({ timeout: 2 * longestFlightMs });
};

/**
 * Cashes out the active bet as soon as the rocket flies. Returns false when the round crashed first, which
 * happens to a few rounds in a hundred.
 */
export const cashOut = async (page: Page): Promise<boolean> => {
  await expect(cashOutButton(page).and(page.locator(':enabled')).or(betIsNotPlaced(page))).toBeVisible({
    timeout: 30_000,
  });
  // The site pays nothing below 1.01x.
  const paying = multiplier(page).filter({ hasNotText: '1.00X' });
  await expect(paying.or(betIsNotPlaced(page)).first()).toBeVisible();
  await cashOutButton(page)
    .click({ timeout: 2000 })
    .catch(() => undefined);
  await expect(newestBid(page)).not.toContainText('Pending', { timeout: longestFlightMs });
  return (await newestBid(page).textContent())?.startsWith('Win') ?? false;
};
