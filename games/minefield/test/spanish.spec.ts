/** In Spanish, whose words are longer, the controls of a narrow phone leave the meadow in sight. */
import { expect, test } from '../../../e2e/fixtures.ts';
import { findHidden, resize } from '../../../e2e/layout-steps.ts';

test.use({ locale: 'es-ES', viewport: { width: 360, height: 740 } });

test(
  'no text of the panel takes three lines, and nothing covers the meadow',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games/minefield');
    await expect(page.getByRole('button', { name: 'Apostar y empezar' })).toBeEnabled();
    await resize(page, 360, 740);
    const next = page.getByText('Gema en la próxima parcela: 22 de 25');
    expect((await next.boundingBox())!.height).toBeLessThanOrEqual(40);
    expect(await page.evaluate(findHidden, '[data-tile]')).toEqual([]);
  },
);
