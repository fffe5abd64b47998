/** Minefield in a browser: a bid, gems, a mine, the cash-out, a reload, the keyboard, and the proof afterwards. */
import { expect, pillCoins, test, toastOf } from '../../../e2e/fixtures.ts';
import { expectAccessibleByNightAndDay } from '../../../e2e/accessible.ts';
import { findHidden } from '../../../e2e/layout-steps.ts';
import {
  begin,
  cashOutButton,
  history,
  meadow,
  openMeadow,
  playAgainButton,
  playUntilGems,
  plot,
  spoken,
  startButton,
  stat,
  level,
  turnUntilMine,
} from './page-steps.ts';

test.use({ isRecorded: true });

test.beforeEach(async ({ page, signIn }) => {
  await signIn();
  await openMeadow(page);
});

test('a player finds gems and cashes out', { tag: '@phone' }, async ({ page }) => {
  await expect(page).toHaveTitle('Minefield – Fairground');
  await expect(stat(page, 'Next Win')).toHaveText('1.10x');
  await expect(stat(page, 'Gems Found')).toHaveText('0 / 22');
  await expect(stat(page, 'Mines')).toHaveText('3');
  await expect(page.getByText('Next plot: 22 in 25 chance of a gem')).toBeVisible();
  await expect(plot(page, 0)).toBeDisabled();

  await playUntilGems(page, 2);
  await expect(toastOf(page, 'Game On!').first()).toContainText('Click any tile to find a gem.');
  await expect(stat(page, 'Next Win')).toHaveText('1.30x');
  await expect(stat(page, 'Profit')).toHaveText('20');
  await expect(stat(page, 'Gems Found')).toHaveText('2 / 22');
  await expect(page.getByText('Next plot: 20 in 23 chance of a gem')).toBeVisible();
  await expect(page.getByText('At 1.20x, 92.4 of 100 coins come back on average.')).toBeVisible();
  await expect(level(page, 'Hard')).toBeDisabled();
  await expect(page.getByRole('slider', { name: 'Bid' })).toBeDisabled();

  const before = await pillCoins(page);
  await expect(cashOutButton(page)).toHaveText(/^Cash Out at 1\.20x/);
  await cashOutButton(page).click();
  await expect(page.getByRole('heading', { name: 'YOU WON!' })).toBeVisible();
  await expect(page.getByText('You won 120 coins at 1.20x!')).toBeVisible();
  await expect(toastOf(page, 'Cashed Out!')).toContainText('You secured 120 coins at 1.20x!');
  await expect(toastOf(page, 'Game Updated!').last()).toContainText('Your game has been updated.');
  await expect(spoken(page), 'the toast says it').toHaveText('');
  expect(await pillCoins(page)).toBe(before + 120);
  await expect(history(page).first()).toContainText('Win 120 (net +20)');
  await expect(meadow(page).locator('[data-face="mine"]')).toHaveCount(3);
  // The press may have scrolled.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  expect(await page.evaluate(findHidden, '[data-tile]'), 'nothing covers the meadow').toEqual([]);
  await expect(page.locator('canvas[data-confetti]'), 'no confetti where motion is reduced').toHaveCount(0);

  await page.getByRole('textbox', { name: 'Bid' }).fill('200');
  await expect(meadow(page).locator('[data-face="mine"]'), 'the end stays in sight').toHaveCount(3);
  await begin(page);
  await expect(page.getByRole('heading', { name: 'YOU WON!' })).toBeHidden();
  await expect(meadow(page).locator('[data-face="turf"]')).toHaveCount(25);
  await expect(stat(page, 'Gems Found')).toHaveText('0 / 22');
  await expect(page.getByRole('textbox', { name: 'Bid' })).toHaveValue('200');
});

test('another difficulty after the end is laid out at once, with the bid of before', async ({ page }) => {
  await level(page, 'Expert').click();
  await page.getByRole('textbox', { name: 'Bid' }).fill('300');
  await begin(page);
  await turnUntilMine(page, 15);
  await playAgainButton(page).click();
  await expect(meadow(page).locator('[data-face="turf"]')).toHaveCount(15);
  await begin(page);
  await turnUntilMine(page, 15);
  await level(page, 'Hard').click();
  await expect(meadow(page).locator('[data-face="turf"]')).toHaveCount(25);
  await expect(page.getByRole('textbox', { name: 'Bid' })).toHaveValue('300');
});

test(
  'a mine ends the game, shows the field and costs the bid; with no coins left no bid is placed',
  { tag: '@desktop' },
  async ({ page }) => {
    await level(page, 'Expert').click();
    await expect(meadow(page).getByRole('gridcell')).toHaveCount(15);
    await page.getByRole('slider', { name: 'Bid' }).focus();
    await page.keyboard.press('End');
    await begin(page);
    expect(await pillCoins(page)).toBe(0);
    await expect(cashOutButton(page)).toBeDisabled();
    await turnUntilMine(page, 15);
    await expect(spoken(page), 'the toast says it').toHaveText('');
    await expect(page.getByRole('heading', { name: 'GAME OVER' })).toBeVisible();
    await expect(page.getByText('Better luck next time.')).toBeVisible();
    await expect(toastOf(page, 'Boom! Game Over.')).toContainText('You hit a mine! You lost your bid.');
    await expect(toastOf(page, 'Game Updated!')).toBeVisible();
    await expect(stat(page, 'Gems Found')).toHaveText('0 / 10');
    await expect(meadow(page).locator('[data-face="turf"]')).toHaveCount(0);
    await expect(meadow(page).locator('[data-face="mine"], [data-face="hit"]')).toHaveCount(5);
    expect(await page.evaluate(findHidden, '[data-tile]'), 'nothing covers the meadow').toEqual([]);
    await expect(history(page).first()).toContainText('Loss 1,000');

    await playAgainButton(page).click();
    await expect(spoken(page)).toHaveText('');
    await startButton(page).click();
    await expect(toastOf(page, 'Invalid Bid')).toContainText('Please place a bid greater than 0.');
  },
);

test('a reload retains a game in play', { tag: '@desktop' }, async ({ page }) => {
  await level(page, 'Medium').click();
  await playUntilGems(page, 2);
  await page.reload();
  await expect(cashOutButton(page)).toHaveText(/^Cash Out at 1\.42x/);
  await expect(level(page, 'Medium')).toHaveAttribute('aria-pressed', 'true');
  await expect(meadow(page).locator('[data-face="gem"]')).toHaveCount(2);
  await cashOutButton(page).click();
  await expect(page.getByRole('heading', { name: 'YOU WON!' })).toBeVisible();
});

test.describe('a game begun elsewhere', () => {
  test.use({ isRecorded: false, expectedErrors: [/409/] });

  test('is reported next to the button, and then shown', { tag: '@phone' }, async ({ page, context }) => {
    const other = await context.request.post('/api/mineField/create', {
      data: { difficulty: 'Hard', bidAmount: 200 },
      headers: { origin: new URL(page.url()).origin },
    });
    expect(other.status()).toBe(201);
    await startButton(page).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'You already have a game in play.' }),
    ).toBeVisible();
    await expect(level(page, 'Hard')).toHaveAttribute('aria-pressed', 'true');
    await expect(cashOutButton(page)).toBeDisabled();
  });
});

test('a game is played by keyboard alone', { tag: '@desktop' }, async ({ page }) => {
  const pressed = async (): Promise<'gem' | 'hit'> => {
    await page.keyboard.press('Enter');
    const plotInFocus = page.locator('[data-face]:focus, [data-face="hit"]').first();
    await expect(plotInFocus).toHaveAttribute('data-face', /^(gem|hit)$/);
    return (await meadow(page).locator('[data-face="hit"]').count()) > 0 ? 'hit' : 'gem';
  };
  for (let games = 0; games < 30; games++) {
    // A disabled button cannot have the focus.
    await expect(startButton(page)).toBeEnabled();
    await startButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(cashOutButton(page)).toBeVisible();
    await plot(page, 0).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(plot(page, 6)).toBeFocused();
    if ((await pressed()) === 'hit') {
      await expect(playAgainButton(page), 'the keyboard continues at Play Again').toBeFocused();
      await page.keyboard.press('Enter');
      continue;
    }
    await expect(page.getByRole('status').filter({ hasText: 'Gem. 1 of 22 found, 1.10x.' })).toHaveCount(1);
    await expect(plot(page, 6)).toHaveAccessibleName('Row 2, column 2: gem');
    await cashOutButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'YOU WON!' })).toBeVisible();
    await expect(playAgainButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(startButton(page), 'and at the bid once that button has left').toBeFocused();
    return;
  }
  throw new Error('thirty games in a row hit a mine immediately');
});

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test(
    'a win shows 500 pieces of confetti, and then removes them',
    { tag: ['@phone', '@nightly'] },
    async ({ page }) => {
      await playUntilGems(page, 1);
      await cashOutButton(page).click();
      const confetti = page.locator('canvas[data-confetti="500"]');
      await expect(confetti).toHaveCount(1);
      await expect(confetti).toHaveCount(0);
    },
  );
});

test(
  'verifies a game in the browser once its seeds are open, and rejects a forged proof',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/fairness');
    await page.getByLabel('New client seed').fill('bad seed');
    await page.getByRole('button', { name: 'Reveal the old seed and start new ones' }).click();
    await expect(page.getByLabel('New client seed')).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: 'Random' }).click();
    await page.getByRole('button', { name: 'Reveal the old seed and start new ones' }).click();
    await expect(page.getByText('Chosen by you.')).toBeVisible();
    await expectAccessibleByNightAndDay(page, 'seeds');

    await openMeadow(page);
    await begin(page);
    await turnUntilMine(page, 25);
    await expect(page.getByRole('heading', { name: 'GAME OVER' })).toBeVisible();
    await page.getByRole('link', { name: 'Check' }).click();
    await expect(page).toHaveURL(/\/rounds\/mineField\/\d+$/);
    await expect(page.getByText('Still sealed')).toBeVisible();
    await page.getByRole('link', { name: 'The complete proof' }).click();
    await expect(page.getByLabel('New client seed')).toBeVisible();
    await page.getByLabel('New client seed').fill('another-of-mine');
    await page.getByRole('button', { name: 'Reveal the old seed and start new ones' }).click();
    await expect(page.getByRole('heading', { name: 'These seeds are now revealed' })).toBeVisible();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByText('This result holds')).toBeVisible();
    await expectAccessibleByNightAndDay(page, 'a proof');

    await page.getByText('The whole proof').click();
    const proof = JSON.parse((await page.locator('pre').textContent()) ?? '') as { nonce: number };
    await page.getByText('Or check a proof offline').click();
    await page.getByLabel('The proof as JSON').fill(JSON.stringify({ ...proof, nonce: proof.nonce + 1 }));
    await page.getByRole('button', { name: 'Check this proof' }).click();
    await expect(page.getByText('This result does not hold')).toBeVisible();
    await page.getByLabel('The proof as JSON').fill('{"game":"chess"}');
    await page.getByRole('button', { name: 'Check this proof' }).click();
    await expect(page.getByText("That isn't a proof from one of our games.")).toBeVisible();
  },
);
