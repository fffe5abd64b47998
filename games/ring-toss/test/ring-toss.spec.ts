/** Ring Toss in a browser: tosses that win and lose, both sides, the keyboard, and the page of a toss. */
import { expectAccessibleByNightAndDay } from '../../../e2e/accessible.ts';
import { expect, expectSoundBooks, test } from '../../../e2e/fixtures.ts';
import { betUntilBoth, stageOf, type PlacedBet } from '../../../e2e/instant-steps.ts';

test.use({ isRecorded: true });

test.beforeEach(async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games/ring-toss');
  await expect(page.getByRole('button', { name: 'Toss' })).toBeEnabled();
});

test(
  'pays a win, takes a loss, and shows where the ring landed',
  { tag: '@phone' },
  async ({ page, site }) => {
    const slider = page.getByRole('slider', { name: 'Chance of a win' });
    await page.getByRole('button', { name: 'Over 4,999' }).click();
    await slider.press('End');
    await expect(slider).toHaveAttribute('aria-valuetext', '95%');
    await slider.press('PageDown');
    await expect(slider).not.toHaveAttribute('aria-valuetext', /^9[45]%$/);
    await slider.press('Home');
    await expect(page.getByText('9,900 to 9,999 pays 98.00x')).toBeVisible();
    await expect(page.getByText('Your chance is 1%. A win pays 9,800 coins.')).toBeVisible();
    await slider.press('End');
    for (let chance = 95; chance > 60; chance -= 1) await slider.press('ArrowLeft');
    await expect(page.getByText('4,000 to 9,999 pays 1.63x')).toBeVisible();
    const list = page.getByRole('list', { name: 'Your Tosses' });
    await betUntilBoth<PlacedBet & { roll: number }>(page, 'ringToss', 'Toss', async (toss) => {
      expect(toss.outcome).toBe(toss.roll >= 4_000 ? 'won' : 'lost');
      expect(toss.coinsWon).toBe(toss.outcome === 'won' ? 163 : 0);
      const roll = toss.roll.toLocaleString('en-US');
      await expect(stageOf(page)).toContainText(roll);
      await expect(page.getByRole('status').filter({ hasText: `landed on ${roll}` })).toHaveCount(1);
      await expect(list.getByRole('listitem').first()).toContainText(`landed on ${roll}`);
    });
    await expectAccessibleByNightAndDay(page, 'a toss that landed');
    await list.getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: /^Ring Toss, toss \d+$/ })).toBeVisible();
    await expect(page.getByText('60%')).toBeVisible();
    await expectAccessibleByNightAndDay(page, 'the page of a toss');
    await expectSoundBooks(site);
  },
);
