import { expect, test } from '../../../e2e/fixtures.ts';
import { checkInBoth, choose } from '../../../e2e/language-steps.ts';

test(
  'High Striker retains the target and the strike that landed',
  { tag: '@desktop' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games/high-striker');
    const target = page.locator('input[inputmode=decimal]');
    await target.fill('1.75');
    await page.getByRole('button', { name: 'Swing' }).click();
    const stage = page.locator('[data-part="stage"]');
    await expect(stage).toHaveAttribute('data-phase', /^(won|lost)$/);
    const phase = (await stage.getAttribute('data-phase')) ?? '';
    await checkInBoth(page, async () => {
      await expect(target).toHaveValue('1.75');
      await expect(stage).toHaveAttribute('data-phase', phase);
    });
    await choose(page, 'es');
    await expect(page.getByText('De 1,01x a 1.000x')).toBeVisible();
  },
);
