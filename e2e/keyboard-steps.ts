/** Moving through a page by keyboard. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the target has the focus, which must be visible. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  const isThere = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 80; steps++) {
    await page.keyboard.press('Tab');
    if (!(await isThere())) continue;
    const outline = await target.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(outline, 'the focus can be seen').not.toBe('none');
    return;
  }
  throw new Error(`the keyboard does not reach ${String(target)}`);
};
