/** Passkeys, with the virtual authenticator of Chromium. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, password, test, toastOf } from './fixtures.ts';
import { expectAccessibleByNightAndDay } from './accessible.ts';
import { addDevice } from './passkey-device.ts';

test.use({ expectedErrors: [/401|403/] });

const addPasskey = async (page: Page): Promise<void> => {
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(toastOf(page, 'The passkey was added')).toBeVisible();
};

/** The bodies of the calls that answered a challenge. */
const recordAnswers = (page: Page, path: string): string[] => {
  const sent: string[] = [];
  page.on('request', (request) => {
    const isAnswer = request.method() === 'POST' && new URL(request.url()).pathname === path;
    if (isAnswer) sent.push(request.postData() ?? '');
  });
  return sent;
};

test(
  'a passkey signs in without a password, once for each challenge',
  { tag: '@desktop' },
  async ({ page, signIn, context, site }) => {
    const username = await signIn();
    const device = await addDevice(page);
    const added = recordAnswers(page, '/api/user/passkeys');
    await addPasskey(page);
    await expect(page.getByText(/^Passkey of /)).toBeVisible();
    await expectAccessibleByNightAndDay(page, 'passkeys');
    // The answer that added it adds nothing again.
    const again = await page.request.post('/api/user/passkeys', {
      data: JSON.parse(added.at(-1) ?? '') as object,
      headers: { origin: site.url },
    });
    expect(again.status()).toBe(403);

    await context.clearCookies();
    const signedIn = recordAnswers(page, '/api/auth/passkey');
    await page.goto('/login');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page).toHaveURL('/games');
    const me = (await (await page.request.get('/api/user/me')).json()) as { username: string };
    expect(me.username).toBe(username);

    // A6: one answer signs in once, also where it is sent many times at once.
    const answer = JSON.parse(signedIn.at(-1) ?? '') as object;
    const replay = () =>
      page.request.post('/api/auth/passkey', { data: answer, headers: { origin: site.url } });
    const statuses = await Promise.all([replay(), replay(), replay()]);
    expect(statuses.map((each) => each.status())).toEqual([401, 401, 401]);

    // A device that does not recognize its owner signs nothing.
    await context.clearCookies();
    await device.refuse(true);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByText('No passkey was used.')).toBeVisible();
  },
);

test(
  'a passkey takes the place of the password: for the data of the account, a new address and a new password',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    const username = await signIn();
    const device = await addDevice(page);
    await addPasskey(page);
    await page.goto('/profile/data');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const dialog = page.getByRole('dialog');
    const button = dialog.getByRole('button', { name: 'Use a passkey' });
    await expect(button).toBeVisible();
    await expectAccessibleByNightAndDay(page, 'the export dialog with a passkey');
    // The browser's dialog was closed: nothing is sent, and there is no message.
    await device.refuse(true);
    await button.click();
    await expect(button).toBeEnabled();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription('');
    await device.refuse(false);
    // With the keys alone: the button is the stop after the one that sends the password.
    await dialog.getByRole('button', { name: 'Download my data' }).focus();
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = await download;
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ user: { username } });
    await expect(dialog).toHaveCount(0);

    await page.goto('/profile');
    await page.getByRole('button', { name: 'Change email' }).click();
    await button.click();
    // The other fields are checked before the device is asked.
    await expect(dialog.getByText("This doesn't look like an email address.")).toBeVisible();
    await expect(dialog.getByText('Please fill this in.')).toHaveCount(0);
    await dialog.getByLabel('New email address').fill(`${username}@example.net`);
    await button.click();
    await expect(dialog.getByText(`The change to ${username}@example.net is open`)).toBeVisible();
    await page.keyboard.press('Escape');

    // As the server answers once the sign-in is not recent.
    const refusal = { type: 'about:blank', title: 'Please confirm', code: 'reauthentication_required' };
    const json = { ...refusal, status: 403, detail: 'Please give your current password.' };
    await page.route('**/api/user/update', (route) => route.fulfill({ status: 403, json }), { times: 1 });
    await page.getByRole('button', { name: 'Change Password' }).click();
    await dialog.getByLabel('New password', { exact: true }).fill('another row of lanterns');
    await dialog.getByLabel('Confirm new password').fill('another row of lanterns');
    await expect(button).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Save the password' }).click();
    await button.click();
    await expect(toastOf(page, 'Profile updated successfully')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  },
);

test(
  'the form shows that the server refused a passkey, in Spanish too',
  { tag: '@desktop' },
  async ({ page, signIn, context, site }) => {
    await signIn();
    await addDevice(page);
    await addPasskey(page);
    await page.route('**/api/user/passkeys/confirmation', async (route) => {
      const answer = await route.fetch();
      const options = (await answer.json()) as object;
      // A challenge that the server does not know.
      await route.fulfill({ response: answer, json: { ...options, challenge: 'A'.repeat(43) } });
    });
    await context.addCookies([{ name: 'language', value: 'es', url: site.url }]);
    await page.goto('/profile/data');
    await page.getByRole('button', { name: 'Descargar mis datos' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Usar una llave de acceso' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Esta llave de acceso no se aceptó.');
  },
);

test(
  'a passkey that was removed signs in no more, and the device forgets it',
  { tag: '@phone' },
  async ({ page, signIn, context, site }) => {
    await signIn();
    const device = await addDevice(page);
    await addPasskey(page);
    await page.getByRole('button', { name: 'Remove the passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill('not my password');
    await dialog.getByRole('button', { name: 'Remove the passkey' }).click();
    await expect(dialog.getByText('This is not your password.')).toBeVisible();
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Remove the passkey' }).click();
    await expect(toastOf(page, 'The passkey was removed')).toBeVisible();
    await expect.poll(device.countPasskeys).toBe(0);

    // Another one is removed elsewhere, so that this browser learns of it by its next sign-in.
    await addPasskey(page);
    const [passkey] = (await (await page.request.get('/api/user/passkeys')).json()) as { id: string }[];
    const removed = await page.request.delete(`/api/user/passkeys/${passkey?.id}`, {
      data: { password },
      headers: { origin: site.url },
    });
    expect(removed.status()).toBe(204);
    expect(await device.countPasskeys()).toBe(1);
    await context.clearCookies();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('alert').getByText('This passkey was not accepted.')).toBeVisible();
    await expect.poll(device.countPasskeys).toBe(0);
  },
);
