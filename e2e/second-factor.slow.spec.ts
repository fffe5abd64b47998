/** Setting up an authenticator app, signing in with it and with a recovery code, and removing it. */
import type { Page } from '@playwright/test';
import { codeOf } from '../apps/server/test/one-time-codes.ts';
import { expect, password, test, toastOf } from './fixtures.ts';
import { expectAccessibleByNightAndDay } from './accessible.ts';
import { tabTo } from './keyboard-steps.ts';

test.use({ expectedErrors: [/401|403/] });

const step = 30_000;

/** Codes of steps that follow each other: each is accepted once, and the server takes the next one early. */
const createCodes = (secret: string) => {
  let last = 0;
  return (): string => {
    const now = Math.floor(Date.now() / step);
    // The step before, this one, the next: three in a row without waiting.
    last = last === 0 ? now - 1 : last + 1;
    return codeOf(secret, last * step);
  };
};

const setUp = async (page: Page) => {
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code with the key' })).toBeVisible();
  // Cameras read dark on light, in every theme.
  await expect(dialog.locator('svg[role="img"] rect')).toHaveAttribute('fill', '#fff');
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  let nextCode = createCodes(secret);
  const codes = dialog.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  // A code of the step before is refused where that ends on the way.
  await expect(async () => {
    if ((await codes.count()) === 0) {
      nextCode = createCodes(secret);
      await dialog.getByLabel('Six digits').fill(nextCode());
      await dialog.getByRole('button', { name: 'Turn it on' }).click();
    }
    await expect(codes).toHaveCount(10, { timeout: 5_000 });
  }).toPass();
  return { dialog, nextCode, recoveryCodes: await codes.allInnerTexts() };
};

/** A dialog that stays in its place would be on each sheet, dark around it, with the page behind it. */
const expectAloneOnPaper = async (page: Page): Promise<void> => {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeHidden();
  await expect(page.getByRole('region', { name: /F8/, includeHidden: true })).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCSS('position', 'absolute');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen' });
};

const giveName = async (page: Page, username: string): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
};

test('is set up, asked for, and removed', { tag: '@phone' }, async ({ page, signIn, context }) => {
  const username = await signIn();
  await page.goto('/profile/security');
  const panel = page.getByRole('region', { name: 'Two-step login' });
  await expect(panel.getByText('You log in with your password alone.')).toBeVisible();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill('not my password');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await page.keyboard.press('Escape');

  const { nextCode } = await setUp(page);
  await expectAccessibleByNightAndDay(page, 'the recovery codes');
  await expectAloneOnPaper(page);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(panel.getByText('Logging in takes a code from your authenticator app')).toBeVisible();
  await expect(panel.getByText('10 recovery codes left')).toBeVisible();

  await context.clearCookies();
  await giveName(page, username);
  await expect(page.getByText('Enter the code from your authenticator app.')).toBeVisible();
  await expectAccessibleByNightAndDay(page, 'the second step');
  await page.getByLabel('Six digits').fill('000000');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('This code is wrong')).toBeVisible();
  await page.getByLabel('Six digits').fill(nextCode());
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/games');

  await page.goto('/profile/security');
  await panel.getByRole('button', { name: 'Remove the app' }).click();
  await expectAccessibleByNightAndDay(page, 'the removal');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('Six digits or a recovery code').fill('123456');
  await dialog.getByRole('button', { name: 'Remove the app' }).click();
  await expect(dialog.getByText('This code is wrong')).toBeVisible();
  await dialog.getByLabel('Six digits or a recovery code').fill(nextCode());
  await dialog.getByRole('button', { name: 'Remove the app' }).click();
  await expect(toastOf(page, 'The second factor was removed')).toBeVisible();
  await expect(panel.getByText('You log in with your password alone.')).toBeVisible();
});

test(
  'a recovery code signs in by keyboard alone, and new ones replace it',
  { tag: '@desktop' },
  async ({ page, signIn, context }) => {
    const username = await signIn();
    const { dialog, nextCode, recoveryCodes } = await setUp(page);
    const { keyboard } = page;
    await tabTo(page, dialog.getByRole('button', { name: 'I have saved them' }));
    await keyboard.press('Enter');
    await context.clearCookies();
    await giveName(page, username);
    await expect(page.getByLabel('Six digits')).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: "I can't use the app" }));
    await keyboard.press('Enter');
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await keyboard.type((recoveryCodes[0] ?? '').toLowerCase());
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/games');

    await page.goto('/profile/security');
    await expect(page.getByText('9 recovery codes left')).toBeVisible();
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByLabel('Six digits or a recovery code').fill(nextCode());
    await dialog.getByRole('button', { name: 'New recovery codes' }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    expect(await dialog.getByRole('listitem').allInnerTexts()).not.toContain(recoveryCodes[1]);
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByText('10 recovery codes left')).toBeVisible();
  },
);

test(
  'begins again where the sign-in took too long, in Spanish too',
  { tag: ['@desktop', '@nightly'] },
  async ({ page, signIn, context, site }) => {
    const username = await signIn();
    await setUp(page);
    await context.clearCookies();
    await context.addCookies([{ name: 'language', value: 'es', url: site.url }]);
    await page.goto('/login');
    await page.getByLabel('Usuario o correo').fill(username);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByText('Escribe el código de tu aplicación')).toBeVisible();
    await page.route('**/api/auth/login/second-factor', (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          title: 'Please confirm',
          status: 403,
          detail: 'This sign-in took too long. Begin again.',
          code: 'reauthentication_required',
        }),
      }),
    );
    await page.getByLabel('Seis cifras').fill('123456');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Ha pasado demasiado tiempo. Empieza de nuevo con tu contraseña.',
    );
    await page.getByRole('button', { name: 'Empezar de nuevo' }).click();
    await expect(page.getByLabel('Usuario o correo')).toBeVisible();
  },
);
