/** Ring Toss in a browser: tosses that win and lose, both sides, the keyboard, the flight, and the pages around it. */
import { expectAccessibleByNightAndDay } from '../../../e2e/accessible.ts';
import { expect, expectSoundBooks, pillCoins, test } from '../../../e2e/fixtures.ts';

test.beforeEach(async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games/ring-toss');
  await expect(page.getByRole('button', { name: 'Toss' })).toBeEnabled();
});

test('pays a win, takes a loss, and shows where the ring landed', async ({ page, site }) => {
  const slider = page.getByRole('slider', { name: 'Chance of a win' });
  await page.getByRole('button', { name: 'Over 4,999' }).click();
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', '95%');
  await slider.press('Home');
  await expect(page.getByText('9,900 to 9,999 pays 98.00x')).toBeVisible();
  await expect(page.getByText('Your chance is 1%. A win pays 9,800 coins.')).toBeVisible();
  await slider.press('End');
  for (let chance = 95; chance > 60; chance -= 1) await slider.press('ArrowLeft');
  await expect(page.getByText('4,000 to 9,999 pays 1.63x')).toBeVisible();
  const stage = page.locator('[data-part="stage"]');
  let coins = await pillCoins(page);
  const seen = new Set<string>();
  for (let tosses = 1; seen.size < 2; tosses++) {
    expect(tosses, 'both outcomes come in thirty tosses').toBeLessThan(30);
    const answered = page.waitForResponse('**/api/ringToss/create');
    await page.getByRole('button', { name: 'Toss' }).click();
    const { game } = (await (await answered).json()) as { game: { outcome: string; roll: number } };
    await expect(stage).toHaveAttribute('data-phase', game.outcome);
    expect(game.outcome).toBe(game.roll >= 4_000 ? 'won' : 'lost');
    seen.add(game.outcome);
    coins += game.outcome === 'won' ? 63 : -100;
    await expect.poll(() => pillCoins(page)).toBe(coins);
    const roll = game.roll.toLocaleString('en-US');
    await expect(stage).toContainText(roll);
    const heard = game.outcome === 'won' ? 'You won 163 coins.' : 'You lost 100 coins.';
    await expect(page.getByRole('status').filter({ hasText: `landed on ${roll}` })).toContainText(heard);
    const newest = page.getByRole('list', { name: 'Your Tosses' }).getByRole('listitem').first();
    await expect(newest).toContainText(`landed on ${roll}`);
  }
  await expectAccessibleByNightAndDay(page, 'a toss that landed');
  await page.getByRole('list', { name: 'Your Tosses' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^Ring Toss, toss \d+$/ })).toBeVisible();
  await expect(page.getByText('60%')).toBeVisible();
  await expectAccessibleByNightAndDay(page, 'the page of a toss');
  await expectSoundBooks(site);
});

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('shows the result once the ring has landed', { tag: '@desktop' }, async ({ page }) => {
    const stage = page.locator('[data-part="stage"]');
    await page.keyboard.press('b');
    await expect(stage).toHaveAttribute('data-phase', 'moving');
    await expect(stage).toContainText('The ring flies...');
    await expect(page.locator('[data-balance]')).toHaveAttribute('aria-label', 'Balance: 1,000 coins');
    await expect(stage).toHaveAttribute('data-phase', /^(won|lost)$/);
    await expect.poll(() => pillCoins(page)).not.toBe(1_000);
  });
});
