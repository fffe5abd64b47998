/** A result that a player pins to their profile: on its page, on the own profile, and as others see it. */
import { createName, expect, password, test } from '../../../e2e/fixtures.ts';

test(
  'a player pins a result, another sees it on the profile, and it is taken off again',
  { tag: '@phone' },
  async ({ page, site, signIn, browser }) => {
    const username = await signIn();
    const struck = await page.request.post('/api/highStriker/create', {
      data: { amount: 100, target: 2 },
      headers: { origin: site.url },
    });
    const { game } = (await struck.json()) as { game: { id: string; coinsWon: number } };
    const address = `/rounds/highStriker/${game.id}`;
    await page.goto(address);
    await page.getByRole('button', { name: 'Pin to my profile' }).click();
    await expect(page.getByRole('link', { name: 'Pinned to your profile' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Take it off my profile' })).toBeEnabled();

    const context = await browser.newContext({ baseURL: site.url });
    const name = createName();
    await context.request.post('/api/auth/register', {
      data: { username: name, email: `${name}@example.org`, password, adult: true },
      headers: { origin: site.url },
    });
    const others = await context.newPage();
    await others.goto(`/user/${username}`);
    const seen = others.getByRole('region', { name: 'Pinned round' });
    await expect(seen).toContainText(`Staked 100, paid ${game.coinsWon}`);
    await expect(seen.getByRole('button')).toHaveCount(0);
    await seen.getByRole('link', { name: `High Striker, strike ${game.id}` }).click();
    await expect(others).toHaveURL(address);
    await expect(others.getByRole('button', { name: 'Pin to my profile' })).toHaveCount(0);

    await page.goto('/profile');
    const own = page.getByRole('region', { name: 'Pinned round' });
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await own.getByRole('button', { name: 'Take it off my profile' }).click();
    await expect(own).toContainText('No round is pinned.');
    await others.goto(`/user/${username}`);
    await expect(others.getByRole('heading', { level: 1, name: username })).toBeVisible();
    await expect(seen).toHaveCount(0);
    await context.close();
  },
);
