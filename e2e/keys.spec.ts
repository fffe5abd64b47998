/** Keys of the games: they do what the buttons do, never while typing or below a dialog, and never by a held key. */
import type { Page } from '@playwright/test';
import { expectAccessibleByNightAndDay } from './accessible.ts';
import { openAutoPlay, autoPlayDialog } from './auto-play-steps.ts';
import { longestFlightMs, placeBetButton } from '../games/aviator/test/page-steps.ts';
import { expect, pillCoins, test } from './fixtures.ts';
import { openMeadow } from '../games/minefield/test/page-steps.ts';
import { lotteryPath } from '../games/lottery/test/page-steps.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keys' });

/** Counts the stakes that the page sends. */
const countStakes = async (page: Page): Promise<() => number> => {
  let sent = 0;
  await page.route('**/api/*/create', (route) => {
    sent += 1;
    return route.continue();
  });
  return () => sent;
};

/** Repeats a key that is held down, as a keyboard does. */
const hold = async (page: Page, key: string, times: number): Promise<void> => {
  for (let count = 0; count < times; count++) await page.keyboard.down(key);
  await page.keyboard.up(key);
};

test.describe('keys', { tag: '@desktop' }, () => {
  test.use({ expectedErrors: [/409 .*\/api\/\w+\/create/] });

  test('place one stake by a held key, and none while typing or below a dialog', async ({ page, signIn }) => {
    await signIn();
    const stakes = await countStakes(page);
    await page.goto('/games/high-striker');
    await expect(page.getByRole('button', { name: 'Swing' })).toBeEnabled();
    await hold(page, 'b', 5);
    await expect.poll(() => pillCoins(page)).not.toBe(1_000);
    await expect(page.getByRole('button', { name: 'Swing' })).toBeEnabled();
    expect(stakes()).toBe(1);

    await page.getByRole('button', { name: 'Swing' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(stakes).toBe(2);
    await expect(page.getByRole('button', { name: 'Swing' })).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Swing' }), 'it was disabled for a moment').toBeFocused();

    await page.getByRole('textbox', { name: 'Target' }).focus();
    await page.keyboard.press('End');
    await page.keyboard.type('b');
    await page.getByRole('textbox', { name: 'Target' }).fill('2');
    await page.getByRole('heading', { name: 'Your Strikes' }).click();
    await page.keyboard.press('Control+b');
    await openAutoPlay(page);
    await autoPlayDialog(page).getByRole('heading').click();
    await page.keyboard.press('b');
    await page.keyboard.press('Escape');
    await expect(autoPlayDialog(page)).toHaveCount(0);

    await page.keyboard.press('+');
    await expect(page.getByRole('textbox', { name: 'Bet' })).toHaveValue('200');
    await page.keyboard.press('-');
    await expect(page.getByRole('textbox', { name: 'Bet' })).toHaveValue('100');
    expect(stakes(), 'nothing was placed since').toBe(2);
  });

  test(
    'are listed on a sheet, and can be switched off for good',
    { tag: '@nightly' },
    async ({ page, signIn }) => {
      await signIn();
      const stakes = await countStakes(page);
      await page.goto('/games/high-striker');
      await expect(page.getByRole('button', { name: 'Swing' })).toBeEnabled();
      await page.keyboard.press('?');
      await expect(sheet(page)).toBeVisible();
      for (const text of ['Swing', 'Raise the stake by one step', 'Open auto-play', 'Stop auto-play'])
        await expect(sheet(page).getByText(text, { exact: true })).toBeVisible();
      await expectAccessibleByNightAndDay(page, 'the sheet of keys');
      await sheet(page).getByRole('checkbox', { name: 'Use these keys in all games' }).uncheck();
      await page.keyboard.press('Escape');
      await expect(sheet(page)).toHaveCount(0);
      await page.keyboard.press('b');
      await page.reload();
      await expect(page.getByRole('button', { name: 'Swing' })).toBeEnabled();
      await page.keyboard.press('b');
      await page.keyboard.press('?');
      // The button opens the sheet, so that the keys can be switched on again.
      await page.getByRole('button', { name: 'Keys' }).click();
      await expect(sheet(page).getByRole('checkbox')).not.toBeChecked();
      await sheet(page).getByRole('checkbox').check();
      await page.keyboard.press('Escape');
      expect(stakes()).toBe(0);
      await page.keyboard.press('b');
      await expect.poll(stakes).toBe(1);
    },
  );

  test('play Minefield, with a plot left to chance', async ({ page, signIn }) => {
    await signIn();
    await openMeadow(page);
    await page.keyboard.press('b');
    const random = page.getByRole('button', { name: 'Random plot' });
    await expect(random).toBeEnabled();
    await page.keyboard.press('r');
    const turned = page.locator('[data-tile]:is([data-face=gem], [data-face=hit])');
    await expect(turned).toHaveCount(1);
    const playing = page.locator('[data-part=stage][data-phase=Playing]');
    for (let turns = 2; turns <= 25 && (await playing.count()) === 1; turns++) {
      await random.click({ timeout: 2_000 }).catch(() => undefined);
      await expect(turned.or(page.getByText('GAME OVER'))).not.toHaveCount(turns - 1);
    }
    await expect(page.locator('[data-part=stage]')).toHaveAttribute('data-phase', /^(Lost|CashedOut)$/);
  });

  test('bet in Aviator, Double Trouble and the lottery', { tag: '@nightly' }, async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games/double-trouble');
    await expect(placeBetButton(page)).toBeEnabled({ timeout: 30_000 });
    await page.keyboard.press('o');
    await expect(page.getByRole('radio', { name: 'Over' })).toBeChecked();
    // A press that meets the close of the bets does nothing, and is repeated.
    await expect(async () => {
      await expect(placeBetButton(page)).toBeEnabled({ timeout: 30_000 });
      await page.keyboard.press('b');
      await expect(page.getByRole('region', { name: 'Your Bets' }).getByText('Over').first()).toBeVisible({
        timeout: 3_000,
      });
    }).toPass();

    await page.goto(lotteryPath);
    await expect(page.getByRole('button', { name: 'Quick pick' })).toBeVisible();
    await page.keyboard.press('q');
    await expect(page.getByText('6 of 6', { exact: false }).first()).toBeAttached();
    await page.keyboard.press('x');
    await expect(page.getByRole('button', { name: 'Place Bid' })).toBeDisabled();

    await page.goto('/games/aviator');
    await expect(async () => {
      await expect(placeBetButton(page)).toBeEnabled({ timeout: longestFlightMs });
      await page.keyboard.press('b');
      await expect(page.getByRole('heading', { name: 'Your Bet Active' })).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 2 * longestFlightMs });
  });
});
