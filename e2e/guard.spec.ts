/** The guard of pages for players, logging in, and logging out. */
import { anyInstantGame as game } from '../games/test/sweeps.ts';
import { expect, mainButton, password, test } from './fixtures.ts';

// A visitor has no session, and a wrong password is refused.
test.use({ expectedErrors: [/401 .*\/api\/(user\/me|auth\/login)/] });

test(
  'sends a visitor from a game to login, and back after signing in',
  { tag: '@desktop' },
  async ({ page, createPlayer }) => {
    const { username } = await createPlayer();

    await page.goto('/');
    await page.goto(game.path);
    await expect(page).toHaveURL('/login');
    await page.getByLabel('Username or email').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(game.path);
    await expect(mainButton(page, game.button)).toBeEnabled();

    await page.goBack();
    await expect(page, 'neither the refused page nor login stayed in the history').toHaveURL('/');
  },
);

test('logging out leads to login, and games require it again', async ({ page, signIn, isMobile }) => {
  const username = await signIn();
  await page.goto('/games');
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  else await page.getByRole('button', { name: `Account of ${username}` }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible();

  await page.goto('/games');
  await expect(page).toHaveURL('/login');
});

test('shows why a wrong password is refused', { tag: '@desktop' }, async ({ page, createPlayer }) => {
  const { username } = await createPlayer();
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  await expect(page).toHaveURL('/login');
});
