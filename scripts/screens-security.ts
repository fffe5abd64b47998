/** What confirms an owner, for `npm run screens`: the dialogs that ask for the password or a passkey, and the second factor. */
import type { Page } from '@playwright/test';
import { codeOf } from '../apps/server/test/one-time-codes.ts';
import { addDevice } from '../e2e/passkey-device.ts';

const password = 'a meadow of lanterns';

type Take = (name: string, fullPage?: boolean) => Promise<unknown>;

const nowStep = (): number => Math.floor(Date.now() / 30_000) * 30_000;

/** Signs the player out at the end. */
export const takeSecurity = async (page: Page, take: Take, username: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Download my data' }).click();
  await dialog.waitFor();
  await take('security-export', false);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  const panel = page.getByRole('region', { name: 'Second factor' });
  await panel.getByRole('button', { name: 'Show' }).click();
  await panel.getByText('Signing in takes your password alone.').waitFor();
  await take('security-none');
  await panel.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
  await take('security-scan', false);
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Six digits').fill(codeOf(secret, nowStep()));
  await dialog.getByRole('button', { name: 'Turn it on' }).click();
  await dialog.getByRole('button', { name: 'I have stored them' }).waitFor();
  await take('security-codes', false);
  await dialog.getByRole('button', { name: 'I have stored them' }).click();
  await panel.getByText('10 recovery codes left').waitFor();
  await take('security-on');
  await panel.getByRole('button', { name: 'Remove the app' }).click();
  await dialog.waitFor();
  await take('security-remove', false);

  await addDevice(page);
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await panel.getByText(/^Passkey of /).waitFor();
  await panel.getByRole('button', { name: 'Remove the app' }).click();
  await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await take('security-remove-passkey', false);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Close account' }).click();
  await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await take('security-close-passkey', false);

  await page.goto('/limits');
  await page.getByRole('button', { name: '30 days' }).click();
  await page.getByRole('button', { name: 'Take the break' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take the break' }).click();
  await dialog.waitFor();
  await take('security-break', false);

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByLabel('Six digits').waitFor();
  await take('security-second-step');
};
