import { expect, test } from '../../../e2e/fixtures.ts';
import { checkInBoth, choose, slider } from '../../../e2e/language-steps.ts';
import { openMeadow, playUntilGems } from './page-steps.ts';

test('Minefield retains the bid and the game in play', { tag: '@desktop' }, async ({ page, signIn }) => {
  await signIn();
  await openMeadow(page);
  await expect(slider(page)).toBeEnabled();
  await slider(page).press('ArrowRight');
  await checkInBoth(page, () => expect(slider(page)).toHaveAttribute('aria-valuetext', /^200 /));
  await slider(page).press('ArrowLeft');
  await playUntilGems(page, 1);
  const plots = page.getByRole('grid');
  await checkInBoth(page, async () => {
    await expect(plots.locator('[data-tile="0"]')).toHaveAttribute('data-face', 'gem');
    await expect(plots.locator('[data-tile="1"]')).toBeEnabled();
  });
  await choose(page, 'es');
  await page.getByRole('button', { name: /^Retirar a 1,10x/ }).click();
  await expect(page.getByRole('heading', { name: '¡GANASTE!' })).toBeVisible();
});
