/** A large win, as visitors see it at the stalls. */
import { expectNoSidewaysScroll } from '../../../e2e/accessible.ts';
import { expect, test } from '../../../e2e/fixtures.ts';

test(
  'a large win stands at the stalls without a name, with the way to its round',
  { tag: '@phone' },
  async ({ page, site, signIn, browser }) => {
    const username = await signIn();
    const headers = { origin: site.url };
    const data = { amount: 100, chance: 9, side: 'under' };
    let won: string | undefined;
    for (let tosses = 0; won === undefined && tosses < 300; tosses += 1) {
      const answer = await page.request.post('/api/ringToss/create', { data, headers });
      const { game } = (await answer.json()) as { game: { id: string; coinsWon: number } };
      if (game.coinsWon > 0) won = game.id;
    }
    expect(won).toBeDefined();
    const context = await browser.newContext({ baseURL: site.url });
    const visitor = await context.newPage();
    await visitor.goto('/');
    // The first sign of a visitor makes the page live.
    await visitor.keyboard.press('Shift');
    const address = `/rounds/ringToss/${won}`;
    const strip = visitor.locator('[data-part="large-wins"]');
    const link = strip.locator(`a[href="${address}"]`);
    // The wins are read again every ten seconds.
    await expect(link).toHaveText('Ring Toss 10.88x', { timeout: 20_000 });
    await expect(strip).not.toContainText(username);
    await expectNoSidewaysScroll(visitor);
    await page.goto('/games');
    await expect(page.locator('[data-part="large-wins"]').locator(`a[href="${address}"]`)).toBeVisible();
    await link.click();
    await expect(visitor).toHaveURL(address);
    await context.close();
  },
);
