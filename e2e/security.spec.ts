/** What the owner of an account confirms, and where they are signed in. */
import { readFile } from 'node:fs/promises';
import { expect, password, test, toastOf } from './fixtures.ts';
import { expectAccessibleByNightAndDay } from './accessible.ts';
import { tabTo } from './keyboard-steps.ts';

test.use({ expectedErrors: [/401|403/] });

test('the data of an account is downloaded for its password', { tag: '@phone' }, async ({ page, signIn }) => {
  const username = await signIn();
  await page.goto('/profile/data');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessibleByNightAndDay(page, 'the export dialog');
  await dialog.getByLabel('Current password').fill('not my password');
  await dialog.getByRole('button', { name: 'Download my data' }).click();
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await dialog.getByLabel('Current password').fill(password);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('fairground.json');
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ user: { username } });
  await expect(dialog).toHaveCount(0);
});

test(
  'by keyboard alone a player downloads their data',
  { tag: ['@desktop', '@nightly'] },
  async ({ page, signIn }) => {
    await signIn();
    const { keyboard } = page;
    await page.goto('/profile/data');
    await tabTo(page, page.getByRole('button', { name: 'Download my data' }));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('dialog').getByLabel('Current password'));
    await keyboard.type(password);
    const download = page.waitForEvent('download');
    await keyboard.press('Enter');
    expect((await download).suggestedFilename()).toBe('fairground.json');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  'a guest downloads their data without a password',
  { tag: ['@desktop', '@nightly'] },
  async ({ page, context }) => {
    expect((await context.request.post('/api/auth/guest', { data: { adult: true } })).status()).toBe(201);
    await page.goto('/profile/data');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download my data' }).click();
    const file = await download;
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ user: { guest: true } });
    await page.goto('/profile/security');
    await expect(page.getByRole('region', { name: 'Your devices' }).getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(0);
  },
);

test('a break of a month takes the password', { tag: ['@phone', '@nightly'] }, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/limits');
  await page.getByRole('button', { name: '30 days' }).click();
  await page.getByRole('button', { name: 'Take the break' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Take the break' }).click();
  await expect(dialog.getByText('Nobody can end a break early')).toBeVisible();
  await expectAccessibleByNightAndDay(page, 'the dialog of a break');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Take the break' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^You are on a break until/).first()).toBeVisible();
  await expect(toastOf(page, 'Enjoy the quiet')).toHaveCount(1);
});

test(
  'a player signs out everywhere else, and then everywhere',
  { tag: '@desktop' },
  async ({ page, signIn, createPlayer }) => {
    const username = await signIn();
    const { request: other } = await createPlayer();
    const signInElsewhere = () => other.post('/api/auth/login', { data: { identifier: username, password } });
    expect((await signInElsewhere()).status()).toBe(200);
    await page.goto('/profile/security');
    const devices = page.getByRole('region', { name: 'Your devices' });
    await expect(devices.getByRole('listitem')).toHaveCount(2);
    await devices.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    expect((await other.get('/api/user/me')).status()).toBe(401);

    expect((await signInElsewhere()).status()).toBe(200);
    await devices.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
    await expect(page).toHaveURL('/login');
    expect((await other.get('/api/user/me')).status()).toBe(401);
    expect((await page.request.get('/api/user/me')).status()).toBe(401);
  },
);
