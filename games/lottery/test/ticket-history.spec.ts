/** The list of tickets on a player's page, while tickets are bought elsewhere. */
import { expect, test } from '../../../e2e/fixtures.ts';

test(
  'Load More shows each ticket once, with those that were bought since',
  { tag: '@phone' },
  async ({ page, signIn, createPlayer }) => {
    const { username, request } = await createPlayer();
    let first = 1;
    const buy = async (count: number): Promise<void> => {
      for (let at = 0; at < count; at += 1, first += 1) {
        const data = { numbers: [first, 44, 45, 46, 47, 48], bid: 10 };
        expect((await request.post('/api/lottery/create', { data })).status()).toBe(201);
      }
    };
    await buy(12);
    await signIn();
    await page.goto(`/user/${username}`);
    const history = page.getByRole('region', { name: 'Ticket history' });
    const rows = history.getByRole('list', { name: 'Numbers' });
    await expect(rows).toHaveCount(10);
    await buy(3);
    await history.getByRole('button', { name: 'Load More' }).click();
    await expect(rows).toHaveCount(15);
    const shown = await rows.evaluateAll((lists) =>
      lists.map(({ firstElementChild }) => firstElementChild?.textContent),
    );
    expect(shown.map(Number)).toEqual(Array.from({ length: 15 }, (_, at) => 15 - at));
  },
);
