/** Calls that are refused without a toast, and the toast of the last gem. */
import type { Page } from '@playwright/test';
import { expect, test, toastOf } from '../../../e2e/fixtures.ts';
import { begin, cashOutButton, openMeadow, plot, startButton, level } from './page-steps.ts';

test.use({ expectedErrors: [/409/] });

const toasts = (page: Page) => page.getByRole('region', { name: 'Notification' }).locator('li');

test.describe('Minefield', { tag: '@desktop' }, () => {
  test('shows the refusal of a plot and of a bid next to the button, without a toast', async ({
    page,
    context,
    baseURL,
    signIn,
  }) => {
    await signIn();
    const post = async (call: string, data: object) =>
      (
        await context.request.post(`/api/mineField/${call}`, { data, headers: { origin: baseURL ?? '' } })
      ).json();
    const beginElsewhere = async () =>
      (await post('create', { difficulty: 'Easy', bidAmount: 100 })) as { id: string };
    const { id } = await beginElsewhere();
    await openMeadow(page);
    await expect(plot(page, 0)).toBeEnabled();
    // Ended elsewhere, which this page does not know yet.
    expect(await post('update', { id, gemsFound: 0 })).toMatchObject({ game: { gameState: 'Lost' } });
    await plot(page, 0).click();
    await expect(page.getByRole('alert')).toHaveText('This game is over.');
    await expect(startButton(page)).toBeEnabled();
    await beginElsewhere();
    await startButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('You already have a game in play.');
    await expect(toasts(page)).toHaveCount(0);
  });

  test('every gem found is a Flawless Victory!', async ({ page, signIn }) => {
    await signIn();
    await openMeadow(page);
    await level(page, 'Expert').click();
    await begin(page);
    // Ten gems in a row come once in three thousand games: the test sends the last of them.
    const user = (await (await page.request.get('/api/user/me')).json()) as object;
    const [game] = (await (await page.request.get('/api/mineField/all?limit=1')).json()) as [object];
    const won = { ...game, gameState: 'CashedOut', gemsFound: 10, multiplier: 6, coinsWon: 600 };
    const tiles = Array.from({ length: 15 }, (_, id) => ({ id, isTrap: id > 9, isRevealed: true }));
    await page.route('**/api/mineField/reveal', (route) =>
      route.fulfill({ json: { tile: tiles[0], game: won, user, tiles } }),
    );
    await page.route('**/api/mineField/update', (route) =>
      route.fulfill({ json: { user, game: won, tiles } }),
    );
    await plot(page, 0).click();
    await expect(toastOf(page, 'Flawless Victory!')).toContainText('You secured 600 coins at 6.00x!');
    await expect(toastOf(page, 'Game Updated!')).toContainText('Your game has been updated.');
    await expect(page.getByText('You won 600 coins at 6.00x!')).toBeVisible();
    await expect(cashOutButton(page)).toHaveCount(0);
    await expect(startButton(page)).toBeEnabled();
  });
});
