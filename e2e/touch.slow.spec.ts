/** Raw touch input: unlike the actions of a locator, it neither scrolls to its target nor repeats a touch. */
import type { CDPSession, Locator } from '@playwright/test';
import { gamePages } from '../games/test/sweeps.ts';
import { expect, test } from './fixtures.ts';
import { nextFrames } from './frames.ts';

/** As long as the longest round in which no stake can be set. */
const enabledWithinMs = 110_000;

interface Spot {
  x: number;
  y: number;
}

/** The middle of an element in view, once it has stopped moving: what loads above it pushes it down the page. */
const spotOf = async (target: Locator): Promise<Spot> => {
  let last: Spot | undefined;
  const hasStopped = async (): Promise<boolean> => {
    const box = await target.boundingBox();
    const spot = box === null ? undefined : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const isSame = spot !== undefined && spot.x === last?.x && spot.y === last.y;
    last = spot;
    return isSame;
  };
  await expect.poll(hasStopped, { intervals: [250] }).toBe(true);
  if (last === undefined) throw new Error('the element is not in view');
  return last;
};

/** A finger goes down, moves in small steps, and is lifted. */
async function drag(finger: CDPSession, from: Spot, by: Spot): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Spot[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (let step = 1; step <= 10; step++)
    await touch('touchMove', [{ x: from.x + (by.x * step) / 10, y: from.y + (by.y * step) / 10 }]);
  await touch('touchEnd', []);
}

for (const { path } of gamePages.filter(({ stakeBy }) => stakeBy === 'slider'))
  test(
    `a finger that scrolls across the slider of ${path} scrolls, and leaves the stake as it was`,
    { tag: '@phone' },
    async ({ page, context, signIn }) => {
      await signIn();
      // What comes with the history moves the slider down the page.
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const finger = await context.newCDPSession(page);
      // The stake's is below that of a choice.
      const slider = page.getByRole('slider').last();
      const isEnabled = () => expect(slider).toBeEnabled({ timeout: enabledWithinMs });
      await isEnabled();
      const stake = async () => Number(await slider.inputValue());
      const lowest = await stake();

      // A take-off disables the slider: a drag that meets it changes nothing, and is repeated.
      do {
        await isEnabled();
        await drag(finger, await spotOf(slider), { x: 60, y: 0 });
        await nextFrames(page);
      } while (await slider.isDisabled());
      await expect.poll(stake).toBeGreaterThan(lowest);

      await isEnabled();
      const spot = await spotOf(slider);
      const chosen = await stake();
      await drag(finger, spot, { x: 0, y: -200 });
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
      expect(await stake()).toBe(chosen);
    },
  );
