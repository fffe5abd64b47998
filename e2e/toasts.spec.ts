/** Toasts close by themselves, and let presses through to what is below them. */
import { expect, test } from './fixtures.ts';

test.describe('toasts', { tag: '@desktop' }, () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('never take a press on the button that opened them, however many there are', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto('/games/double-trouble');
    const placeBet = page.getByRole('button', { name: 'Place Bet' });
    let placed = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('/doubleTrouble/create') && response.status() === 201) placed += 1;
    });
    for (let bet = 1; bet <= 4; bet += 1) {
      await expect(placeBet).toBeEnabled({ timeout: 60_000 });
      const box = (await placeBet.boundingBox())!;
      // By its place, so that anything that lies over the button would take the press.
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await expect.poll(() => placed).toBe(bet);
      await expect(page.locator('[data-toast]'), 'a repeated text replaces its toast').toHaveCount(1);
    }
    await expect(page.locator('[data-toast]')).toHaveCount(0);
  });

  test('close after five seconds under a resting pointer and after a press', async ({ page, signIn }) => {
    await signIn();
    await page.clock.install();
    await page.goto('/games/minefield');
    await page.getByRole('button', { name: 'Place Bet & Start' }).click();
    const toast = page.locator('[data-toast]');
    await expect(toast).toHaveCount(1);
    await toast.hover();
    await page.mouse.down();
    await page.mouse.move(200, 650, { steps: 3 });
    await page.mouse.up();
    await page.clock.fastForward(5_000);
    await expect(toast).toHaveCount(0);
  });
});
