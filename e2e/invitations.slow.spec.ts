/** A site for invited players: its first account, the invitations of its operator, and those of its players. */
import type { Page } from '@playwright/test';
import { codeOf } from '../apps/server/test/one-time-codes.ts';
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from './accessible.ts';
import { addDatabase, urlOf } from '../apps/server/test/shared-postgres.ts';
import { makeDataDir, startSiteProcess } from '../apps/server/test/site-process.ts';
import { signInStaff } from './console-steps.ts';
import { sharedPostgres } from './shared-address.ts';
import { expectStill, observeShifts } from './reflow.ts';
import { siteKinds } from './site-settings.ts';
import { createName, expect, fillRegistration, password, test } from './fixtures.ts';

test.use({ siteKind: 'invited', expectedErrors: [/400|401|403|404/] });

/** In the console, as an operator; returns the link. */
const invite = async (page: Page, note: string): Promise<string> => {
  await page.goto('/console/invitations');
  await page.getByLabel('For whom').fill(note);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByRole('row', { name: new RegExp(note) })).toContainText('open');
  return page.getByLabel('The link, which opens one account').inputValue();
};

/** A site that nobody has used yet, as an operator starts it. */
const startNewSite = async () => {
  const { dataDir, remove } = await makeDataDir();
  const env = { ...siteKinds.invited, DATA_DIR: dataDir, LOG_LEVEL: 'info' };
  const site = await startSiteProcess({ ...env, DATABASE_URL: urlOf(await addDatabase(sharedPostgres())) });
  const findLink = () => /http:\S+\/console\/first-account#[\w-]+/.exec(site.output())?.[0];
  await expect.poll(findLink, 'the site prints a link').toBeDefined();
  return { link: findLink() ?? '', url: site.url, end: () => site.end('SIGTERM').then(remove) };
};

test('the first account is opened by the link that the site printed, once', async ({ page }) => {
  const { link, url, end } = await startNewSite();
  await page.goto(link);
  await page.getByLabel('Name').fill('olga');
  await page.getByLabel('Password').fill('12345678');
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code of your authenticator app').fill(codeOf(secret, Date.now()));
  await expectNoSidewaysScroll(page);
  await expectAccessibleByNightAndDay(page, 'the first account');
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByRole('alert')).toContainText('one of the first that others would try');
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Code of your authenticator app').fill(codeOf(secret, Date.now()));
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Now' })).toBeVisible();
  await expect(page).toHaveURL(`${url}/console/now`);
  await expect(page.getByText('olga (operator)')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This link has been used, or it has expired.');
  await end();
});

test('an invitation is made in the console, opens one account, and is listed with it', async ({
  page,
  browser,
  context,
  site,
}) => {
  await signInStaff(context, site, 'operator');
  const note = `For ${createName()}`;
  const link = await invite(page, note);
  await expectNoSidewaysScroll(page);
  await expectAccessibleByNightAndDay(page, 'the invitations');

  const friends = await browser.newContext({ baseURL: site.url });
  const friend = await friends.newPage();
  await friend.goto(link);
  await expect(friend.getByText(/^Your invitation opens one account, until /)).toBeVisible();
  await expectAccessibleByNightAndDay(friend, 'an invitation');
  const username = createName();
  await fillRegistration(friend, username);
  await friend.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(friend).toHaveURL('/games');
  await friend.goto('/profile');
  await expect(friend.getByText('your link is an invitation')).toBeVisible();
  const ofFriend = await friend.getByLabel('Referral link').inputValue();
  await friends.close();

  await page.reload();
  await expect(page.getByRole('row', { name: new RegExp(note) })).toContainText(`used by ${username}`);

  // The friend's own link invites too, and the operator's does not any more.
  const visitors = await browser.newContext({ baseURL: site.url });
  const visitor = await visitors.newPage();
  await visitor.goto(link);
  await expect(visitor.getByText('This invitation is not valid.')).toBeVisible();
  await expect(visitor.getByLabel('Username')).toHaveCount(0);
  await visitor.goto(ofFriend);
  await expect(visitor.getByText(`Invited by ${username}`)).toBeVisible();
  await fillRegistration(visitor, createName());
  await visitor.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(visitor).toHaveURL('/games');
  await visitors.close();
});

test('an invitation that the operator ends opens no account', async ({ page, browser, context, site }) => {
  await signInStaff(context, site, 'operator');
  const note = `For ${createName()}`;
  const link = await invite(page, note);
  await page.getByRole('button', { name: `End the invitation: ${note}` }).click();
  await expect(page.getByRole('row', { name: new RegExp(note) })).toContainText('ended');
  const friends = await browser.newContext({ baseURL: site.url });
  const friend = await friends.newPage();
  await friend.goto(link);
  await expect(friend.getByText('This invitation is not valid.')).toBeVisible();
  await expectAccessibleByNightAndDay(friend, 'an invitation that ended');
  await friends.close();
});

test('without an invitation pages offer nothing that is refused, and say what to do', async ({ page }) => {
  for (const path of ['/', '/login']) {
    await page.goto(path);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Play as a guest' })).toHaveCount(0);
    await expect(page.getByText('playing as a guest').filter({ visible: true })).toHaveCount(0);
  }
  await page.goto('/register');
  await expect(page.getByText('This site is for invited players.')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveCount(0);
  await expectAccessibleByNightAndDay(page, 'a site for invited players');
  await expectNoSidewaysScroll(page);
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByText('This site is for invited players.')).toBeVisible();
});

test(
  'the page of an invitation does not move when it arrives',
  { tag: '@phone' },
  async ({ page, context, site }) => {
    await signInStaff(context, site, 'operator');
    const link = await invite(page, 'A friend');
    await context.clearCookies();
    await page.addInitScript(observeShifts);
    await page.goto(link);
    await expect(page.getByText(/^Your invitation opens one account/)).toBeVisible();
    await expectStill(page, '/register with an invitation');
  },
);
