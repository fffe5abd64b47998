/** The side drawer, which replaces the header's menus on a phone. */
import { expect, test } from './fixtures.ts';
import { gameLinks } from './game-links.ts';

test('the drawer has the links of the header', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  for (const [name, to] of [
    ...gameLinks,
    ['Profile', '/profile'],
    ['Leaderboard', '/leaderboard'],
    ['FAQ', '/faq'],
  ] as const) {
    await expect(drawer.getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
  }
  await drawer.getByRole('button', { name: 'Español' }).click();
  const menu = page.getByRole('dialog', { name: 'Menú' });
  await menu.getByRole('button', { name: 'English' }).click();
  const [name, path] = gameLinks[1]!;
  await drawer.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(path);
  await expect(drawer).toBeHidden();
});
