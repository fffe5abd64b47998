/** Playing as a guest: from the landing page to a bet, and to an account that is kept. */
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { createName, expect, expectSoundBooks, password, test } from './fixtures.ts';
import { openMenu, texts } from './guest-steps.ts';
import { meadow, startButton } from '../games/minefield/test/page-steps.ts';

for (const [locale, tag] of [
  ['en-US', ['@desktop']],
  ['es-ES', ['@phone', '@nightly']],
] as const) {
  test.describe(locale, { tag: [...tag] }, () => {
    test.use({ locale });
    const t = texts[locale];

    test('three presses lead from the landing page to a bet, and the account can be kept', async ({
      page,
      site,
    }) => {
      let presses = 0;
      const press = async (role: 'button' | 'link', name: string): Promise<void> => {
        presses += 1;
        await page.getByRole(role, { name, exact: true }).click();
      };
      await page.goto('/');
      await expect(page.getByText(t.adult)).toBeVisible();
      await expectAccessible(page, 'home');
      await expectNoSidewaysScroll(page);
      await press('button', t.play);
      await page.waitForURL('**/games');
      await press('link', t.playNow);
      await press('button', t.start);
      const balance = page.getByRole('button', { name: t.balance });
      await expect(balance).toHaveAttribute('aria-label', /900/);
      expect(presses).toBe(3);
      await expect(page.locator('[data-part=keep]'), 'the game is not settled').toHaveCount(0);
      await balance.click();
      await expect(page.getByRole('banner').getByText(/−100/)).toBeVisible();
      await expectAccessible(page, 'menu of the balance');
      await expectNoSidewaysScroll(page);

      await openMenu(page, t);
      await expect(page.getByText(t.status).last()).toBeVisible();
      await expectAccessible(page, 'menu of a guest');
      await page.getByRole('button', { name: t.keep, exact: true }).last().click();
      const dialog = page.getByRole('dialog', { name: t.keep });
      await expect(dialog.getByLabel(t.username)).toHaveValue(/^[A-Z][a-z]+[A-Z][a-z]+\d{4}$/);
      await expectAccessible(page, 'keep dialog');
      await expectNoSidewaysScroll(page);
      const name = createName();
      await dialog.getByLabel(t.username).fill(name);
      await dialog.getByLabel(t.email).fill(`${name}@example.org`);
      await dialog.getByLabel(t.password, { exact: true }).fill(password);
      await dialog.getByRole('button', { name: t.save }).click();
      await expect(page.locator('[data-toast]', { hasText: t.saved })).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await expect(balance).toHaveAttribute('aria-label', /900/);

      // From now on as any account: logging out asks nothing, and the password leads back.
      await openMenu(page, t);
      await expect(page.getByText(`${name}@example.org`).last()).toBeVisible();
      await expect(page.getByRole('button', { name: t.keep, exact: true })).toHaveCount(0);
      await page.getByRole('button', { name: t.logOut, exact: true }).click();
      await expect(page).toHaveURL('/login');
      await page.getByLabel(t.identifier).fill(`${name}@example.org`);
      await page.getByLabel(t.password, { exact: true }).fill(password);
      await page.getByRole('main').getByRole('button', { name: t.login, exact: true }).click();
      await expect(balance).toHaveAttribute('aria-label', /900/);
      await expectSoundBooks(site);
    });
  });
}

test.describe('a guest who wanted a page', { tag: '@phone' }, () => {
  test.use({ expectedErrors: [/401 .*\/api\/user\/me/] });

  test('is led there', async ({ page }) => {
    await page.goto('/games/minefield');
    await expect(page).toHaveURL('/login');
    await page.getByRole('button', { name: 'Play as a guest' }).click();
    await expect(page).toHaveURL('/games/minefield');
    await startButton(page).click();
    await expect(meadow(page)).toBeVisible();
  });
});

test(
  'a visitor who came by a friend’s link is their referral as a guest too, also after a look around',
  { tag: '@desktop' },
  async ({ page, createPlayer }) => {
    const host = await createPlayer();
    const me = async () =>
      (await (await host.request.get('/api/user/me')).json()) as {
        referenceId: string;
        referrals: { referred: object }[];
      };
    const invited = page.getByText(`Invited by ${host.username}`);
    await page.goto(`/register?ref=ref-${(await me()).referenceId}`);
    await expect(invited).toBeVisible();
    await page.goto('/faq');
    await page.goto('/register');
    await expect(invited).toBeVisible();
    await page.goto('/how-to-play');
    await page.goto('/');
    await page.getByRole('button', { name: texts['en-US'].play }).first().click();
    await page.waitForURL('**/games');
    await openMenu(page, texts['en-US']);
    await page.getByRole('button', { name: texts['en-US'].keep, exact: true }).last().click();
    const dialog = page.getByRole('dialog', { name: texts['en-US'].keep });
    const name = createName();
    await dialog.getByLabel('Username').fill(name);
    await dialog.getByLabel('Email').fill(`${name}@example.org`);
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: texts['en-US'].save }).click();
    await expect(page.locator('[data-toast]', { hasText: texts['en-US'].saved })).toBeVisible();
    expect((await me()).referrals).toMatchObject([{ referred: { username: name } }]);
  },
);
