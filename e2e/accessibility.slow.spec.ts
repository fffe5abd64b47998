/** No page breaks a rule of accessibility, by night or by day. */
import { expect, test } from './fixtures.ts';
import { expectAccessibleByNightAndDay, expectPageAccessible } from './accessible.ts';

test.use({ expectedErrors: [/404/] });

for (const path of [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/offline',
  '/no/such/stall',
]) {
  test(`${path} is accessible`, async ({ page }) => {
    await expectPageAccessible(page, path);
  });
}

test('/games is accessible', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessibleByNightAndDay(page, '/games');
});

for (const path of ['/leaderboard', '/profile', '/user/', '/limits']) {
  test(`${path} is accessible, and so are its dialogs`, async ({ page, signIn }) => {
    const username = await signIn();
    await page.goto(path === '/user/' ? `/user/${username}` : path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await expectAccessibleByNightAndDay(page, path);
    if (path !== '/profile') return;
    for (const name of ['Choose another picture', 'Change Password', 'Close account']) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleByNightAndDay(page, name);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
}
