/** Texts of the pages while the database is unavailable, on a site whose database the test stops. */
import type { Page } from '@playwright/test';
import { expect as expectSoon, createName, password, test } from './fixtures.ts';
import { openPart } from './account-steps.ts';
import { gamePages } from '../games/test/sweeps.ts';
import { beginOutage } from './outage.ts';
import { blogPost } from './route-texts.ts';

/** A request in progress when the database stops waits fifteen seconds for it; some are sent three times. */
const expect = expectSoon.configure({ timeout: 50_000 });

test.use({
  expectedErrors: [/500|503/],
  hasOwnPostgres: true,
  siteKind: 'failing',
});

/** The server's message then, or while an earlier request still waits for the database. */
const outageMessage =
  /The fair is catching its breath\. Please try again in a moment\.|Something went wrong on our side\./;

test(
  'pages report what is unavailable, and recover by themselves',
  { tag: '@desktop' },
  async ({ context, page, site, signIn, createPlayer }) => {
    const { username: other } = await createPlayer();
    await signIn();
    const open = async (path: string, ready: string): Promise<Page> => {
      const opened = await context.newPage();
      await opened.goto(path);
      await expect(opened.getByText(ready)).toBeVisible();
      return opened;
    };
    const drawing = gamePages.flatMap(({ path, outage }) =>
      outage === undefined ? [] : [{ path, ...outage }],
    );
    const drawPages = await Promise.all(
      drawing.map(async ({ path, ready, text }) => (await open(path, ready)).getByText(text)),
    );
    expect(drawPages.length).toBeGreaterThan(0);
    await page.goto('/games');
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    const outage = beginOutage(site.dataDir);
    try {
      await failOnProfile(page);
      const footer = page.getByRole('contentinfo');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leaderboard' }).click();
      const alertIn = (name: string) => page.getByRole('region', { name }).getByRole('alert');
      await expect(alertIn('Leaderboard')).toContainText(outageMessage);
      await footer.getByRole('link', { name: 'Blog', exact: true }).click();
      await expect(page.getByText(/^Error loading blog posts: \w/)).toContainText(outageMessage);
      await footer.getByRole('link', { name: 'Contact Us' }).click();
      await sendMessage(page);
      await expect(alertIn('Contact Us')).toHaveText(outageMessage);
      await page.goto(`/blog/${blogPost}`);
      await expect(page.getByText(/^Error loading blog post: \w/)).toContainText(outageMessage);

      for (const failure of drawPages) await expect(failure).toBeVisible();
    } finally {
      outage.end();
    }
    for (const failure of drawPages) await expect(failure).toHaveCount(0);
    await page.goto(`/user/${other}`);
    await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
  },
);

/** On the player's own page, which was not opened before. */
async function failOnProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Balance:/ }).click();
  await page.getByRole('link', { name: 'My bets', exact: true }).click();
  await openPart(page, 'Profile');
  await expect(page).toHaveURL('/profile');
  const toast = (title: string) => page.locator('li').filter({ hasText: title });
  await page.getByLabel('Username').fill(createName());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast('Failed to update profile')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ticket history' })).toContainText(
    'Failed to load more tickets',
  );

  await page.getByRole('button', { name: 'Choose another picture' }).click();
  const dialog = page.getByRole('dialog');
  const close = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(dialog).toHaveCount(0);
  };
  await dialog.getByRole('radio', { name: 'Picture 9' }).check();
  await dialog.getByRole('button', { name: 'Update Avatar' }).click();
  await expect(toast('Failed to update avatar')).toBeVisible();
  await close();

  await page.getByRole('button', { name: 'Change Password' }).click();
  await dialog.getByLabel('New password', { exact: true }).fill(password);
  await dialog.getByLabel('Confirm new password').fill(password);
  await dialog.getByRole('button', { name: 'Save the password' }).click();
  await expect(toast('Failed to update password')).toBeVisible();
  await close();
}

async function sendMessage(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Subject').fill('A loose bulb');
  await page.getByLabel('Message').fill('The third one from the left.');
  await page.getByRole('button', { name: 'Send Message' }).click();
}
