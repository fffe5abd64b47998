/** Toasts close by themselves, and let presses through to what is below them. */
import { isAccepted } from './accepted-request.ts';
import { expect, test } from './fixtures.ts';

test.describe('toasts', { tag: '@desktop' }, () => {
  // The draw can close between the look at the button and the press.
  test.use({ viewport: { width: 1280, height: 720 }, expectedErrors: [/409 .*doubleTrouble\/create/] });

  test(
    'never take a press on the button that opened them, however many there are',
    { tag: '@slow' },
    async ({ page, signIn }) => {
      await signIn();
      await page.goto('/games/double-trouble');
      const placeBet = page.getByRole('button', { name: 'Place Bet' });
      const betPlaced = page.locator('[data-toast]', { hasText: 'Bet placed' });
      const pressByPlace = async (): Promise<void> => {
        await expect(placeBet).toBeEnabled({ timeout: 60_000 });
        const box = (await placeBet.boundingBox())!;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const takesPress = placeBet.evaluate(
          (button, at) => button.contains(document.elementFromPoint(...at)),
          [x, y] as const,
        );
        expect(await takesPress, 'nothing lies over the button').toBe(true);
        await page.mouse.click(x, y);
      };
      for (let bet = 1; bet <= 4; bet += 1) {
        await expect.poll(() => isAccepted(page, '/doubleTrouble/create', pressByPlace)).toBe(true);
        await expect(betPlaced, 'a repeated text replaces its toast').toHaveCount(1);
      }
      await expect(page.locator('[data-toast]')).toHaveCount(0);
    },
  );

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
