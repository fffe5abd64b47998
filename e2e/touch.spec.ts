/** Fingers as the browser feels them: nothing is scrolled to, waited for or pressed again, as a locator would. */
import type { CDPSession, Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

interface Spot {
  x: number;
  y: number;
}

/** The middle of what is already in sight. */
const spotOf = async (target: Locator): Promise<Spot> => {
  const box = await target.boundingBox();
  if (box === null) throw new Error('it has no place on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** A finger goes down, moves in small steps as a hand does, and leaves. */
async function drag(finger: CDPSession, from: Spot, by: Spot): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Spot[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (let step = 1; step <= 10; step++)
    await touch('touchMove', [{ x: from.x + (by.x * step) / 10, y: from.y + (by.y * step) / 10 }]);
  await touch('touchEnd', []);
}

for (const game of ['aviator', 'minefield', 'play-lottery'])
  test(
    `a finger that scrolls across the slider of ${game} scrolls, and leaves the stake as it was`,
    { tag: '@phone' },
    async ({ page, context, signIn }) => {
      await signIn();
      // What comes with the history moves the slider down the page.
      await page.goto(`/games/${game}`, { waitUntil: 'networkidle' });
      const finger = await context.newCDPSession(page);
      const thumb = page.getByRole('slider');
      await expect(thumb).not.toHaveAttribute('data-disabled', '', { timeout: 120_000 });
      const rail = page.locator('[data-orientation=horizontal]', { has: thumb }).last();
      const lowest = Number(await thumb.getAttribute('aria-valuenow'));

      await drag(finger, await spotOf(rail), { x: 60, y: 0 });
      const stake = async () => Number(await thumb.getAttribute('aria-valuenow'));
      await expect.poll(stake).toBeGreaterThan(lowest);
      // The page applies the last move of the finger with its next frame.
      await page.evaluate(
        () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      );
      const chosen = await stake();

      await expect(thumb).not.toHaveAttribute('data-disabled', '', { timeout: 120_000 });
      await drag(finger, await spotOf(rail), { x: 0, y: -200 });
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
      expect(await stake()).toBe(chosen);
    },
  );
