/** What the page of each game shows while that game is closed. */
import { gamePages } from '../games/test/sweeps.ts';
import { expect, mainButton, pillCoins, test } from './fixtures.ts';

test.describe('a closed game', { tag: '@phone' }, () => {
  test.use({ expectedErrors: [/409/] });

  for (const { id, path, button, choose } of gamePages) {
    test(`is reported on ${path}, with its form disabled, after a stake and before one`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      let refused = 0;
      await page.route(`**/api/${id}/create`, (route) => {
        refused += 1;
        return route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          json: {
            type: 'about:blank',
            title: 'Game closed',
            status: 409,
            code: 'game_closed',
            detail: 'Closed.',
          },
        });
      });
      await page.goto(path);
      await choose?.(page);
      const action = mainButton(page, button.en);
      const notice = page
        .getByRole('alert')
        .filter({ hasText: 'This game is closed for now and takes no bets.' });
      // A take-off may disable the button as it is pressed.
      await expect(async () => {
        if (refused === 0) await action.and(page.locator(':enabled')).click({ timeout: 120_000 });
        await expect(notice).toBeVisible({ timeout: 5_000 });
      }).toPass({ timeout: 200_000 });
      await expect(action).toBeDisabled();
      await expect(page.getByRole('slider').and(page.locator(':enabled'))).toHaveCount(0);
      await notice.getByRole('button', { name: 'Retry' }).click();
      await expect(notice).toHaveCount(0);
      expect(refused).toBe(1);
      expect(await pillCoins(page), 'nothing was staked').toBe(1_000);

      // Before a stake, until it opens.
      let closed: string[] = [id];
      await page.route('**/api/games/closed', (route) => route.fulfill({ json: { games: closed } }));
      await page.goto(path);
      await expect(notice).toBeVisible();
      await expect(action).toBeDisabled();
      closed = [];
      // The page asks again every five seconds.
      await expect(notice).toHaveCount(0);
    });
  }
});
