/** From registration to a bet with Tab, Enter, Space and arrows alone. */
import { betIsActive, longestFlightMs, placeBetButton } from './page-steps.ts';
import { expect, createName, password, test, toastOf } from '../../../e2e/fixtures.ts';
import { tabTo } from '../../../e2e/keyboard-steps.ts';

test('a player signs up and bets by keyboard', { tag: '@desktop' }, async ({ page }) => {
  const username = createName();
  await page.goto('/register');
  await tabTo(page, page.getByLabel('Username'));
  await page.keyboard.type(username);
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(`${username}@example.org`);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await tabTo(page, page.getByRole('checkbox', { name: 'I am 18 or over' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Sign Up' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/games');

  await tabTo(page, page.getByRole('link', { name: 'Play Now: Aviator' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/games/aviator');

  await expect(async () => {
    await expect(placeBetButton(page)).toBeEnabled({ timeout: longestFlightMs });
    const slider = page.getByRole('slider', { name: 'Bet' });
    await tabTo(page, slider);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(slider).toHaveAttribute('aria-valuetext', '20 coins');
    await tabTo(page, placeBetButton(page));
    await page.keyboard.press('Enter');
    await expect(betIsActive(page)).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 2 * longestFlightMs });
  await expect(toastOf(page, 'Bet Placed')).toContainText('You have placed a bet of 20 coins.');
});
