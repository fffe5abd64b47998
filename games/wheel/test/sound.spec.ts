/** Sound is off until the player turns it on, and the choice is stored. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../../e2e/fixtures.ts';

/** Counts the tones that the page starts. */
const countTones = (page: Page) =>
  page.addInitScript(() => {
    const target = window as unknown as { tones: number };
    target.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      target.tones += 1;
      start.call(this, when);
    };
  });

const tones = (page: Page) => page.evaluate(() => (window as unknown as { tones: number }).tones);

const spin = async (page: Page) => {
  await page.getByRole('button', { name: 'Daily wheel', exact: true }).click();
  await page.getByRole('button', { name: 'Spin to Win!' }).click();
  await expect(page.getByRole('button', { name: 'Already spin Today' })).toBeVisible();
};

test('plays nothing before sound is turned on', { tag: ['@phone', '@nightly'] }, async ({ page, signIn }) => {
  await countTones(page);
  await signIn();
  await page.goto('/games');
  await spin(page);
  expect(await tones(page)).toBe(0);
});

test(
  'plays the spin and its result once turned on, on later visits too',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await countTones(page);
    await signIn();
    await page.goto('/games');
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    const sound = page.getByRole('contentinfo').getByRole('button', { name: /^Sound/ });
    await expect(sound).toHaveAttribute('aria-pressed', 'false');
    await sound.click();
    await expect(sound).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => tones(page)).toBeGreaterThan(0);

    await page.reload();
    await expect(sound).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('heading', { level: 1 }).click();
    await spin(page);
    await expect.poll(() => tones(page)).toBeGreaterThan(0);
  },
);
