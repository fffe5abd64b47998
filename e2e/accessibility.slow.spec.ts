/** No page breaks a rule of accessibility, by night or by day; public ones fit the width, also with mistakes. */
import { expect, test } from './fixtures.ts';
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll, expectPageAccessible } from './accessible.ts';

test.use({ expectedErrors: [/400|401|404/] });

test('public pages are accessible, and fit', async ({ page }) => {
  for (const path of [
    '/',
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
    '/offline',
    '/no/such/stall',
    '/how-to-play',
    '/about-us',
    '/privacy-policy',
    '/terms-of-service',
    '/blog',
    '/blog/what-each-bet-gives-back',
    '/newsletter',
    '/confirm-email',
    '/confirm-new-email',
    '/notices',
  ]) {
    await expectPageAccessible(page, path);
    await expectNoSidewaysScroll(page);
  }
});

test('/faq is accessible, and fits, also if nothing is found', async ({ page }) => {
  await expectPageAccessible(page, '/faq');
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'How do I begin?' }).click();
  await page.getByLabel('Search the questions').fill('no such words');
  await expect(page.getByText('No question or answer contains those words.')).toBeVisible();
  await expectAccessibleByNightAndDay(page, 'nothing found');
});

test('/contact-us is accessible, and fits, also with mistakes', async ({ page }) => {
  await expectPageAccessible(page, '/contact-us');
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expectAccessibleByNightAndDay(page, 'mistakes');
});

test("a player's pages are accessible, and so are their dialogs", async ({ page, signIn }) => {
  const username = await signIn();
  for (const path of [
    '/games',
    '/leaderboard',
    `/user/${username}`,
    '/limits',
    '/profile/security',
    '/profile/data',
    '/profile',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await expectAccessibleByNightAndDay(page, path);
  }
  for (const name of ['Choose another picture', 'Change Password', 'Change email']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleByNightAndDay(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
