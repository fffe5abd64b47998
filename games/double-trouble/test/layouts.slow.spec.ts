/** The line of numbers on every phone. */
import { expect, test } from '../../../e2e/fixtures.ts';
import { findHidden, resize, sideways, upright } from '../../../e2e/layout-steps.ts';

test(
  'all numbers of Double Trouble are shown, or half of one where the line scrolls',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games/double-trouble');
    const numbers = page.getByRole('group', { name: 'Numbers' });
    await numbers.getByText('30', { exact: true }).waitFor();
    for (const [width, height] of [...upright, [430, 932], [667, 375], ...sideways, [700, 900]] as const) {
      await resize(page, width, height);
      const { scrolls, lastPart } = await numbers.evaluate(measureLine);
      const where = `${width}x${height}`;
      if (!scrolls) {
        expect.soft(await page.evaluate(findHidden, 'fieldset label'), where).toEqual([]);
        continue;
      }
      expect.soft(lastPart, where).toBeGreaterThan(0.3);
      expect.soft(lastPart, where).toBeLessThan(0.7);
    }
  },
);

/** Runs in the page. Whether a line scrolls sideways, and how much is shown of the last element that is seen in it. */
function measureLine(line: Element): { scrolls: boolean; lastPart: number } {
  const end = line.getBoundingClientRect().right;
  const parts = [...line.querySelectorAll('label')].map((each) => {
    const { left, width } = each.getBoundingClientRect();
    return (end - left) / width;
  });
  return {
    scrolls: line.scrollWidth > line.clientWidth + 1,
    lastPart: Math.min(...parts.filter((part) => part > 0)),
  };
}
