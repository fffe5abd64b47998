/** The numbers on every phone. */
import { expect, test } from '../../../e2e/fixtures.ts';
import { findHidden, resize, sideways, upright } from '../../../e2e/layout-steps.ts';

test(
  'a bet on a number shows all numbers and the countdown, and nothing scrolls sideways',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games/double-trouble');
    await page.getByRole('radio', { name: /^Number/ }).check();
    const numbers = page.getByRole('group', { name: 'Numbers' });
    await numbers.getByText('30', { exact: true }).waitFor();
    for (const [width, height] of [...upright, [667, 375], ...sideways, [700, 900]] as const) {
      await resize(page, width, height);
      const where = `${width}x${height}`;
      expect
        .soft(await numbers.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), where)
        .toBeLessThanOrEqual(1);
      if (height < width) continue;
      const shown = 'fieldset label, [data-part="sign"]';
      expect.soft(await page.evaluate(findHidden, shown), where).toEqual([]);
    }
  },
);
