import { expect, test } from '../../../e2e/fixtures.ts';
import { checkInBoth, slider } from '../../../e2e/language-steps.ts';

// At take-off the fields are locked, and text that is entered then goes nowhere.
test.use({ siteKind: 'calm' });

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
