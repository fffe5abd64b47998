/** A large win, as visitors see it at the stalls. */
import { expectNoSidewaysScroll } from '../../../e2e/accessible.ts';
import { expect, test } from '../../../e2e/fixtures.ts';

test(
  'a large win stands at the stalls without a name, with the way to its round',
  { tag: '@phone' },
  async ({ page, site, signIn, createPlayer, browser }) => {
    await signIn();
    const data = { amount: 100, chance: 9, side: 'under' };
    let won: string | undefined;
    let username = '';
    // A player begins with the coins of ten tosses. All 40 of them lose with a chance of 4e-17.
    for (let players = 0; won === undefined && players < 40; players += 1) {
      const player = await createPlayer();
      username = player.username;
      for (let tosses = 0; won === undefined && tosses < 10; tosses += 1) {
        const answer = await player.request.post('/api/ringToss/create', { data });
        expect(answer.status()).toBe(201);
        const { game } = (await answer.json()) as { game: { id: string; coinsWon: number } };
        if (game.coinsWon > 0) won = game.id;
      }
    }
    expect(won).toBeDefined();
    const context = await browser.newContext({ baseURL: site.url });
    const visitor = await context.newPage();
    await visitor.goto('/');
    const address = `/rounds/ringToss/${won}`;
    const strip = visitor.locator('[data-part="large-wins"]');
    const link = strip.locator(`a[href="${address}"]`);
    // The first sign of a visitor makes the page live, and the wins are read again every ten seconds.
    await expect(async () => {
      await visitor.keyboard.press('Shift');
      await expect(link).toHaveText('Ring Toss 10.88x', { timeout: 15_000 });
    }).toPass({ timeout: 90_000 });
    await expect(strip).not.toContainText(username);
    await expectNoSidewaysScroll(visitor);
    await page.goto('/games');
    await expect(page.locator('[data-part="large-wins"]').locator(`a[href="${address}"]`)).toBeVisible();
    await link.click();
    await expect(visitor).toHaveURL(address);
    await context.close();
  },
);
