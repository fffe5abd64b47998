/** Where the system forces its colors (high contrast), what is chosen and where a slider is can still be seen. */
import { gamePages } from '../games/test/sweeps.ts';
import { expect, test } from './fixtures.ts';

const pages = [...gamePages.map(({ path }) => path), '/leaderboard', '/how-to-play', '/profile/play', '/faq'];

test.describe('with forced colors', { tag: '@desktop' }, () => {
  test.beforeEach(async ({ page, signIn }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await signIn();
  });

  test('the chosen controls of each page look chosen, and so does the picture of the profile', async ({
    page,
  }) => {
    for (const path of pages) {
      await page.goto(path);
      await page.locator(`main :is(${chosen})`).filter({ visible: true }).first().waitFor();
      expect.soft(await page.evaluate(findAlike, { chosen, choices }), path).toEqual([]);
    }
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Choose another picture' }).click();
    await page.getByRole('dialog').getByRole('radio').nth(2).check();
    expect(await page.evaluate(findAlike, { chosen, choices })).toEqual([]);
  });

  test('a slider shows its rail, and its part up to the thumb', async ({ page }) => {
    await page.goto(gamePages.find(({ stakeBy }) => stakeBy === 'slider')?.path ?? '');
    const slider = page.getByRole('slider').first();
    await slider.waitFor();
    const { rail, canvas } = await slider.evaluate((each) => ({
      rail: getComputedStyle(each).backgroundImage.match(/rgba?\([^)]*\)/g) ?? [],
      canvas: getComputedStyle(document.body).backgroundColor,
    }));
    expect(rail).toHaveLength(2);
    expect(new Set([...rail, canvas]).size).toBe(3);
  });
});

const chosen = [
  '[aria-pressed="true"]',
  '[aria-selected="true"]',
  '[aria-current]',
  'label:has(> input[type="radio"]:checked)',
].join();
const choices = '[aria-pressed], [aria-selected], [aria-current], label:has(> input[type="radio"])';

/** Runs in the page. The chosen controls that look like one next to them, or that have no line of their own. */
function findAlike(selectors: { chosen: string; choices: string }): string[] {
  const lookOf = (element: Element): string => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
  };
  const others = [...document.querySelectorAll(selectors.choices)].filter(
    (element) => !element.matches(selectors.chosen),
  );
  const otherLooks = new Set(others.map(lookOf));
  return [...document.querySelectorAll(selectors.chosen)]
    .filter((element) => lookOf(element) === 'none' || otherLooks.has(lookOf(element)))
    .map((element) => `${element.tagName} ${element.ariaLabel ?? element.textContent}`);
}
