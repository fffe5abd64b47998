/** On paper: results and what they are checked with are dark on white, also for visitors of the night look. */
import { anyInstantGame as game } from '../games/test/sweeps.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test('a round with its receipt, and the check of results, print dark on white without the header', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(game.path);
  const answered = page.waitForResponse(`**/api${game.create}`);
  await page.getByRole('button', { name: game.button }).click();
  const { game: bet } = (await (await answered).json()) as { game: { id: string } };
  for (const path of [`/rounds/${game.id}/${bet.id}`, '/fairness', '/profile/play']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.locator('header').first(), `${path} on paper`).toBeHidden();
    await expectAccessible(page, `${path} on paper`);
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  }
});
