/** What a player does and sees on the Aviator page. */
import { expect, type Page } from '@playwright/test';

/** No flight lasts longer: 10,000x is reached after 92 s. */
export const longestFlightMs = 110_000;

export const placeBetButton = (page: Page) => page.getByRole('button', { name: 'Place Bet' });
const cashOutButton = (page: Page) => page.getByRole('button', { name: /^Cash Out/ });
export const betIsActive = (page: Page) => page.getByRole('heading', { name: 'Your Bet Active' });
export const betIsNotPlaced = (page: Page) => page.getByRole('heading', { name: 'Your Bet Not Placed' });
export const newestBid = (page: Page) =>
  page.getByRole('region', { name: 'Your Bids' }).getByRole('listitem').first();

/** The words over the stage. */
export const countdown = (page: Page) => page.getByText('Next round starts in...');
export const multiplier = (page: Page) =>
  page.locator('[data-part=multiplier]').filter({ hasText: /^[\d,]+\.\d\dX$/, visible: true });
export const crash = (page: Page) => multiplier(page).and(page.locator('[data-crashed]'));
export const flight = (page: Page) => multiplier(page).and(page.locator(':not([data-crashed])'));

/** Places the bet that the panel shows, in the next round that takes it. */
export const placeBet = async (page: Page): Promise<void> => {
  await expect(async () => {
    await placeBetButton(page).click({ timeout: longestFlightMs });
    await expect(betIsActive(page)).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 2 * longestFlightMs });
};

/**
 * Cashes the active bet out as soon as the rocket flies. Answers false when the round crashed first, which
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
