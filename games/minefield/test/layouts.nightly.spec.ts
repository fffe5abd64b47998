/** What cashing out pays, and at the end the complete meadow and how the game ended, are shown on every screen. */
import type { MinefieldCreateAnswer } from '@fairground/game-minefield/contract';
import { expect, test } from '../../../e2e/fixtures.ts';
import { desktops, findHidden, resize, sideways, upright } from '../../../e2e/layout-steps.ts';
import { begin, cashOutButton, openMeadow, playUntilGems, plot } from './page-steps.ts';

test.describe('Minefield', { tag: '@desktop' }, () => {
  test('shows what cashing out pays on one line next to the meadow', async ({ page, signIn }) => {
    await signIn();
    await openMeadow(page);
    await playUntilGems(page, 1);
    for (const [width, height] of desktops) {
      await resize(page, width, height);
      const [name, coins] = await cashOutButton(page).locator('> span').all();
      const [nameBox, coinsBox] = [(await name!.boundingBox())!, (await coins!.boundingBox())!];
      const where = `${width}x${height}`;
      expect.soft(nameBox.height, where).toBeLessThan(40);
      expect.soft(coinsBox.y, `${where}: next to each other`).toBeLessThan(nameBox.y + nameBox.height / 2);
    }
  });

  test('shows at the end the complete meadow, the mine that was hit wherever it was, and the result', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await openMeadow(page);
    const answered = page.waitForResponse(/mineField\/create$/);
    await begin(page);
    const { user, game } = (await (await answered).json()) as MinefieldCreateAnswer;
    const lost = { ...game, gameState: 'Lost' };
    for (const hit of [2, 7, 12, 17, 22]) {
      const tiles = Array.from({ length: 25 }, (_, id) => ({ id, isTrap: id === hit, isRevealed: true }));
      await page.route(/mineField\/(reveal|update)$/, (route) =>
        route.fulfill({ json: { user, game: lost, tile: tiles[hit], tiles } }),
      );
      await plot(page, hit).click();
      await page.getByRole('heading', { name: 'GAME OVER' }).waitFor();
      for (const [width, height] of [...upright, ...sideways, ...desktops] as const) {
        await resize(page, width, height);
        for (const shown of ['[data-tile]', '[data-part="end"] :is(h2, p)', '[data-part="again"] button']) {
          const hidden = await page.evaluate(findHidden, shown);
          expect.soft(hidden, `${shown} at ${width}x${height}`).toEqual([]);
        }
      }
      // The server has the game still in play.
      await page.unroute(/mineField\/(reveal|update)$/);
      await openMeadow(page);
    }
  });
});
