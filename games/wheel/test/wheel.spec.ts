/** The daily wheel: one spin per day, the segment that the server drew, and the balance updated after the stop. */
import type { WheelAnswer } from '@fairground/game-wheel/contract';
import type { Page } from '@playwright/test';
import { expect, pillCoins, test } from '../../../e2e/fixtures.ts';
import { expectAccessibleByNightAndDay } from '../../../e2e/accessible.ts';

const openWheel = 'Daily wheel';

/** Pauses the transition of an element as soon as it starts, and writes its duration in milliseconds to the element. */
const pauseTransitionOf = (page: Page, selector: string) =>
  page.addInitScript((paused) => {
    document.addEventListener('transitionrun', ({ target }) => {
      if (!(target instanceof Element) || !target.matches(paused)) return;
      for (const animation of target.getAnimations()) {
        animation.pause();
        target.setAttribute('data-duration', String(animation.effect?.getComputedTiming().duration));
      }
    });
  }, selector);

test('the wheel spins once a day and stops on the segment that the server drew', async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await page.goto('/games');
  await page.getByRole('button', { name: openWheel, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Daily Wheel' });
  await expect(dialog).toContainText('about 136 coins');
  await expect(dialog).toContainText('4 of 16');
  await expect(dialog.getByRole('button', { name: 'Spin to Win!' })).toBeEnabled();
  await expect(dialog.getByRole('button', { name: 'Spin to Win!' })).toBeInViewport({ ratio: 1 });
  await expectAccessibleByNightAndDay(page, 'the wheel');
  await dialog.getByRole('button', { name: 'Spin to Win!' }).click();
  await expect(dialog.getByRole('button', { name: 'Spinning...' })).toBeDisabled();
  // Hidden from others while the dialog is open, as the rest of the page is.
  expect(await page.locator('button[aria-label^="Balance:"]').getAttribute('aria-label')).toContain('1,000');

  await expect(dialog.getByRole('button', { name: 'Already spin Today' })).toBeDisabled();
  const { spin, isSpinned } = (await (await context.request.get('/api/wheel')).json()) as WheelAnswer;
  expect(isSpinned).toBe(true);
  const { amount = -1, segment = -1 } = spin ?? {};
  const turn = Number(await dialog.locator('svg[data-turn]').getAttribute('data-turn'));
  expect((((-turn / 22.5) % 16) + 16) % 16, 'the drawn segment is at the top').toBe(segment);
  const text = amount > 0 ? `You won ${amount.toLocaleString('en-US')} coin` : 'Oops! Try again next time.';
  const result = page.locator('li').filter({ hasText: 'Spin Wheel Result' });
  await expect(result).toHaveCount(1);
  await expect(result).toContainText(text);
  await expect(dialog).toContainText("Today's gondola:");
  await expect(dialog).toContainText('Next spin:');
  await expect(dialog.getByRole('link', { name: 'How to check your spin' })).toHaveAttribute(
    'href',
    `/fairness?game=wheel&id=${spin?.id}`,
  );

  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: openWheel, exact: true })).toBeHidden();
  expect(await pillCoins(page)).toBe(1000 + amount);

  await page.reload();
  await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
  await expect(page.getByRole('button', { name: openWheel, exact: true })).toBeHidden();
});

test.describe('with motion', () => {
  test(
    'the balance waits until the wheel has stopped, four seconds later',
    { tag: ['@phone', '@nightly'] },
    async ({ page, signIn }) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await signIn();
      await pauseTransitionOf(page, '[data-part=turning]');
      await page.goto('/games');
      const pill = page.locator('button[aria-label^="Balance:"]');
      await expect(pill).toBeVisible();
      await page.getByRole('button', { name: openWheel, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Daily Wheel' });
      const spin = dialog.getByRole('button', { name: 'Spin to Win!' });
      await expect(spin).toBeEnabled();
      await spin.click();
      const wheel = dialog.locator('svg[data-turn]');
      await expect(wheel).toHaveAttribute('data-moving', 'true');
      const turning = wheel.locator('[data-part=turning]').first();
      await expect(turning).toHaveAttribute('data-duration', '4000');
      expect(await pill.getAttribute('aria-label')).toContain('1,000');
      await expect(page.locator('li').filter({ hasText: 'Spin Wheel Result' })).toBeHidden();
      await turning.evaluate((group) => group.getAnimations().forEach((animation) => animation.finish()));
      await expect(wheel).not.toHaveAttribute('data-moving', 'true');
      // The wheel is shown where it stopped, to a tenth of a degree.
      const seen = await turning.evaluate((group) => {
        const { a, b } = new DOMMatrix(getComputedStyle(group).transform);
        return (Math.atan2(b, a) * 180) / Math.PI;
      });
      const turn = Number(await wheel.getAttribute('data-turn'));
      const off = ((((seen - turn) % 360) + 540) % 360) - 180;
      expect(Math.abs(off)).toBeLessThan(0.1);
      await expect(page.locator('li').filter({ hasText: 'Spin Wheel Result' })).toBeVisible();
    },
  );
});

test(
  'a second spin in another tab fails with a message, and pays nothing',
  { tag: '@desktop' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games');
    const other = await page.context().newPage();
    await other.goto('/games');
    for (const each of [page, other]) {
      await each.getByRole('button', { name: openWheel, exact: true }).click();
      await expect(each.getByRole('button', { name: 'Spin to Win!' })).toBeEnabled();
    }
    await page.getByRole('button', { name: 'Spin to Win!' }).click();
    await other.getByRole('button', { name: 'Spin to Win!' }).click();
    await expect(page.getByRole('button', { name: 'Already spin Today' })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Already spin Today' })).toBeVisible();
    const balances = await Promise.all(
      [page, other].map((each) => each.locator('button[aria-label^="Balance:"]').getAttribute('aria-label')),
    );
    expect(balances[0]).toBe(balances[1]);
    await expect(other.locator('li').filter({ hasText: 'Spin Wheel Result' })).toContainText(
      'You have already spun the wheel today.',
    );
  },
);

test(
  'the wheel is back at the next site midnight, without a reload',
  { tag: ['@phone', '@nightly'] },
  async ({ page, signIn }) => {
    await signIn();
    // Midnight comes once the wheel was seen to be closed, however late a busy machine shows it.
    let midnight = Infinity;
    const seenClosed = Promise.withResolvers<void>();
    await page.route('**/api/user/me', async (route) => {
      const response = await route.fetch();
      const user = (await response.json()) as object;
      await route.fulfill({ response, json: { ...user, isSpinned: Date.now() < midnight } });
    });
    await page.route('**/api/wheel', async (route) => {
      const response = await route.fetch();
      await seenClosed.promise;
      midnight = Math.min(midnight, Date.now() + 1_000);
      const nextSpinAt = new Date(midnight).toISOString();
      await route.fulfill({ response, json: { ...((await response.json()) as object), nextSpinAt } });
    });
    await page.goto('/games');
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    await expect(page.getByRole('button', { name: openWheel, exact: true })).toBeHidden();
    seenClosed.resolve();
    await expect(page.getByRole('button', { name: openWheel, exact: true })).toBeVisible();
  },
);
