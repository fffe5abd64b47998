/** Passkeys of the staff, with the virtual authenticator of Chromium. */
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from './accessible.ts';
import { addStaff, currentCode, nextCode } from './console-steps.ts';
import { expect, test } from './fixtures.ts';
import { addDevice } from './passkey-device.ts';

test.use({ expectedErrors: [/401|403/] });

test(
  'a passkey is added on the page Security, signs in without a code, and is removed',
  { tag: '@phone' },
  async ({ page, context, site }) => {
    const member = await addStaff(site, 'support');
    const { name, password } = member;
    const signedIn = await context.request.post('/api/console/sign-in', {
      data: { name, password, code: currentCode(member) },
      headers: { origin: site.url },
    });
    expect(signedIn.status()).toBe(200);
    await addDevice(page);
    await page.goto('/console');
    await page.getByRole('link', { name: 'Security' }).click();
    await expect(page.getByText('None yet.', { exact: false })).toBeVisible();
    await page.getByLabel('Name of the passkey').fill('test phone');
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('Code of your authenticator app').fill(nextCode(member));
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('The passkey was added.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Your passkeys' })).toContainText('test phone');
    await expectAccessibleByNightAndDay(page, 'passkeys of the staff');
    await expectNoSidewaysScroll(page);

    await page.getByRole('button', { name: 'Sign out' }).click();
    // The form of the page before has a name, too.
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('alert')).toHaveText('The name, the password or the code is not right.');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('navigation')).toBeVisible();

    await page.goto('/console/security');
    await page.getByRole('button', { name: 'Remove test phone' }).click();
    await page.getByLabel('Password to remove test phone').fill(password);
    await page.getByRole('button', { name: 'Remove the passkey' }).click();
    await expect(page.getByText('None yet.', { exact: false })).toBeVisible();
  },
);
