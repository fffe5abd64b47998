/**
 * The access tokens of an account, and /developers: creating a token, playing with it, the mark of
 * a bot, and ending the token.
 */
import { anyInstantGame as game } from '../games/test/sweeps.ts';
import { expectAccessible } from './accessible.ts';
import { expect, password, test, toastOf } from './fixtures.ts';

test.use({ expectedErrors: [/401/] });

test(
  'creates a token that is shown once, marks the account that plays with it, and ends it',
  { tag: '@phone' },
  async ({ page, playwright, signIn, createPlayer, site }) => {
    const username = await signIn();
    // Where the tokens were before.
    await page.goto('/profile/tokens');
    await expect(page.getByRole('heading', { name: 'Access tokens' })).toBeVisible();
    await expect(page.getByText('You have no tokens.')).toBeVisible();
    await page.getByRole('button', { name: 'Create a token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('my bot');
    await expect(dialog.getByText('and change nothing')).toBeVisible();
    await dialog.getByRole('button', { name: 'Read and play' }).click();
    await expect(dialog.getByText('makes your account a bot')).toBeVisible();
    await dialog.getByRole('button', { name: '7 days' }).click();
    await dialog.getByLabel('Current password').fill('not the password');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create a token' }).click();
    await expect(dialog.getByText('This is not your password.')).toBeVisible();
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Create a token' }).click();
    await expect(dialog.getByText('Copy it now: it is not shown again.')).toBeVisible();
    const token = await dialog.locator('code').innerText();
    expect(token).toMatch(/^fgp_[\w-]{43}$/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'my bot' });
    await expect(row).toContainText(`…${token.slice(-4)}`);
    await expect(row).toContainText('Read and play');
    await expect(row).toContainText('Never used');
    await expect(page.getByText(token)).toHaveCount(0);

    const program = await playwright.request.newContext({
      baseURL: site.url,
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    });
    expect((await program.post(`/api${game.create}`, { data: game.body })).status()).toBe(201);
    // By a push, while the page is open.
    await expect(page.getByText('marked as a bot for everybody')).toBeVisible();
    await expectAccessible(page);
    const { request } = await createPlayer();
    expect(await (await request.get(`/api/user/profile/${username}`)).json()).toMatchObject({ bot: true });
    await page.goto(`/user/${username}`);
    await expect(page.getByText('bot', { exact: true })).toBeVisible();

    await page.goto('/profile/data');
    await page.getByRole('button', { name: 'Revoke the token my bot' }).click();
    await expect(toastOf(page, 'The token was revoked')).toBeVisible();
    await expect(page.getByText('You have no tokens.')).toBeVisible();
    expect((await program.get('/api/user/me')).status()).toBe(401);
    await program.dispose();
  },
);

test(
  'asks a guest to keep the account first',
  { tag: ['@phone', '@nightly'] },
  async ({ page, context, site }) => {
    const answer = await context.request.post('/api/auth/guest', {
      data: { adult: true },
      headers: { origin: site.url },
    });
    expect(answer.status()).toBe(201);
    await page.goto('/profile/data');
    await expect(page.getByText('A token needs an account with a password.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create a token' })).toHaveCount(0);
  },
);

test(
  'explains to visitors how to play by program, without script too',
  { tag: ['@phone', '@nightly'] },
  async ({ page, browser, site }) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'For developers' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'For developers' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'All calls' })).toHaveAttribute('href', '/api/docs');
    await expectAccessible(page);
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto('/developers');
    await expect(plain.getByText('40 calls in 2 seconds per token')).toBeVisible();
    await context.close();
  },
);
