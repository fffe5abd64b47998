/** Forms while their schema is on its way: nothing that was entered or pressed is lost, and none stays unusable. */
import type { Page } from '@playwright/test';
import { createName, expect, password, test } from './fixtures.ts';

const schemas = /\/assets\/auth-form-schemas-[^/]*\.js/;

/** Answers the request for schemas when the returned function is called. */
async function delaySchemas(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(schemas, async (route) => {
    await released.promise;
    await route.fallback();
  });
  return released.resolve;
}

const fillLogin = async (page: Page, username: string): Promise<void> => {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
};

test.describe('a form', { tag: '@desktop' }, () => {
  test('sends what was entered and pressed before its schema arrived', async ({ page, createPlayer }) => {
    const { username } = await createPlayer();
    const release = await delaySchemas(page);
    const asked = page.waitForRequest(schemas);
    await page.goto('/login');
    await fillLogin(page, username);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await asked;
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible();
    await expect(page.getByLabel('Username or email')).toHaveValue(username);
    release();
    await expect(page).toHaveURL(/\/games$/);
  });

  test(
    'sends what the browser filled in without a focus',
    { tag: '@nightly' },
    async ({ page, createPlayer }) => {
      const { username } = await createPlayer();
      await page.goto('/login', { waitUntil: 'networkidle' });
      await page.evaluate(
        ([name, secret]) => {
          const form = document.forms[0];
          if (form === undefined) throw new Error('The page has no form');
          for (const [field, value] of [
            ['identifier', name],
            ['password', secret],
          ] as const)
            (form.elements.namedItem(field) as HTMLInputElement).value = value ?? '';
          form.requestSubmit();
        },
        [username, password],
      );
      await expect(page).toHaveURL(/\/games$/);
    },
  );

  test(
    'saves a change that was entered before its schema arrived',
    { tag: '@nightly' },
    async ({ page, signIn }) => {
      const before = await signIn();
      const after = createName();
      const release = await delaySchemas(page);
      await page.goto('/profile');
      await expect(page.getByLabel('Username')).toHaveValue(before);
      await page.getByLabel('Username').fill(after);
      const saved = page.waitForRequest('**/api/user/update');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      release();
      expect((await saved).postDataJSON()).toMatchObject({ username: after });
      await expect(page.getByLabel('Username')).toHaveValue(after);
    },
  );
});

test.describe('a name that is taken', { tag: '@desktop' }, () => {
  test.use({ expectedErrors: [/409/] });

  test('is reported once by /register, which does not say whether it is the name or the address', async ({
    page,
    createPlayer,
  }) => {
    const { username } = await createPlayer();
    await page.goto('/register');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Email').fill(`${createName()}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    const text = 'That name or email address is already taken.';
    await expect(page.getByRole('alert')).toHaveText(text);
    await expect(page.getByText(text)).toHaveCount(1);
  });

  test(
    'is reported at its field by the profile',
    { tag: '@nightly' },
    async ({ page, signIn, createPlayer }) => {
      const { username } = await createPlayer();
      await signIn();
      await page.goto('/profile');
      await page.getByLabel('Username').fill(username);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByLabel('Username')).toHaveAccessibleDescription('That name is already taken.');
      await expect(page.getByLabel('Username')).toBeFocused();
    },
  );
});

test.describe('a form whose schema does not arrive', { tag: '@desktop' }, () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch dynamically imported module/] });

  test('shows that it was not sent, retains what was entered, and can be sent again', async ({
    page,
    createPlayer,
  }) => {
    const { username } = await createPlayer();
    let isAway = true;
    await page.route(schemas, (route) => (isAway ? route.abort() : route.fallback()));
    await page.goto('/login');
    await fillLogin(page, username);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Check your connection and try again');
    await expect(page.getByLabel('Username or email')).toHaveValue(username);
    isAway = false;
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL(/\/games$/);
  });
});
