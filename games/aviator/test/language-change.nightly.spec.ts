import { expect, test } from '../../../e2e/fixtures.ts';
import { checkInBoth, slider } from '../../../e2e/language-steps.ts';

test(
  'Aviator retains the stake and the automatic cash-out',
  { tag: '@desktop' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games/aviator');
    const limit = page.locator('input[maxlength="8"]');
    await limit.fill('2.75');
    await slider(page).press('ArrowRight');
    const stake = await slider(page).inputValue();
    await checkInBoth(page, async () => {
      await expect(limit).toHaveValue('2.75');
      await expect(slider(page)).toHaveValue(stake);
    });
  },
);
