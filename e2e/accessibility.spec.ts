/** No page breaks a rule for accessibility that is serious, by night or by day. */
import { betIsNotPlaced, countdown, flight, longestFlightMs } from './aviator-steps.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './accessible.ts';

test.use({ expectedErrors: [/404/] });

for (const [theme, colorScheme] of [
  ['night', 'dark'],
  ['day', 'light'],
] as const) {
  test.describe(`by ${theme}`, () => {
    test.use({ colorScheme });

    for (const path of [
      '/',
      '/login',
      '/register',
      '/forgot-password',
      '/reset-password',
      '/no/such/stall',
    ]) {
      test(`${path} is accessible`, async ({ page }) => {
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page, path);
      });
    }

    test('/games is accessible', async ({ page, signIn }) => {
      await signIn();
      await page.goto('/games');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, '/games');
    });
  });
}

test('Aviator is accessible while it waits and while it flies', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games/aviator');
  await expect(betIsNotPlaced(page)).toBeVisible();
  for (const [colorScheme, theme] of [
    ['dark', 'night'],
    ['light', 'day'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expect(flight(page)).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page, `flying by ${theme}`);
    await expect(countdown(page)).toBeVisible({ timeout: longestFlightMs });
    await expectAccessible(page, `waiting by ${theme}`);
  }
});
